import * as z from "zod/mini";
import { readTaxRules } from "#api/lib/tax-rules";
import { readAddresses, readTemplates } from "./machines";

/**
 * Formats of settings. Each message completes the sentence "NAME must be …". Only numbers and choices are repeated in
 * it: any other value may be a secret.
 */
export const text = z.string();

/** A text that matches a pattern, which `expected` describes. */
export const formed = (form: RegExp, expected: string) => text.check(z.regex(form, expected));

/** A number of plain decimal digits within bounds. */
function numberOf(form: RegExp, expected: string, least: number, most: number) {
  const isRight = (value: string) => form.test(value) && Number(value) >= least && Number(value) <= most;
  const error = (issue: { input?: unknown }) => `${expected}, not ${issue.input}`;
  return z.pipe(text.check(z.refine(isRight, { error })), z.transform(Number));
}

export const integer = (expected: string, least: number, most: number) =>
  numberOf(/^\d+$/, expected, least, most);

export const decimal = (expected: string, least: number, most: number) =>
  numberOf(/^\d+(\.\d+)?$/, expected, least, most);

export const port = integer("a port from 0 to 65535", 0, 65_535);

export const choice = <const Values extends readonly string[]>(...values: Values) =>
  z.enum(values, {
    error: ({ input }) => `${values.join(", ").replace(/, (?=[^,]*$)/, " or ")}, not ${input}`,
  });

/** One of two words; the first means true. */
export const flag = (on: string, off: string) =>
  z.pipe(
    choice(on, off),
    z.transform((value) => value === on),
  );

const withoutSlash = (value: string) => value.replace(/\/+$/, "");

const webAddress = (form: RegExp, expected: string) =>
  text.check(z.refine((value) => form.test(value) && URL.canParse(value), { error: expected }));

export const url = webAddress(/^https?:\/\/\S+$/, "a URL that begins with https:// or http://");

/** A URL to which paths are appended, without a trailing slash. */
export const baseUrl = z.pipe(
  webAddress(/^https?:\/\/[^\s?#]+$/, "a URL that begins with https:// or http://, without ? and #"),
  z.transform(withoutSlash),
);

const isOrigin = (value: string) => /^https?:\/\/[^\s/?#;,]+\/*$/.test(value) && URL.canParse(value);

export const origin = z.pipe(
  text.check(z.refine(isOrigin, { error: "an origin such as https://cabinet.example.com" })),
  z.transform(withoutSlash),
);

/** Origins separated by spaces. */
export const origins = z.pipe(
  z.pipe(
    text,
    z.transform((value) => value.split(/\s+/).filter(Boolean).map(withoutSlash)),
  ),
  z.array(z.string()).check(
    z.refine((values) => values.every(isOrigin), {
      error: "origins such as https://pay.example.com, with spaces between them",
    }),
  ),
);

/** Texts separated by commas. */
export const list = z.pipe(
  text,
  z.transform((value) => value.split(",").flatMap((part) => part.trim() || [])),
);

/** A value that `read` parses; null means invalid. */
function readBy<Output>(read: (value: string) => Output | null, expected: string) {
  return z.pipe(
    text,
    z.transform((value, context) => {
      const found = read(value);
      if (found !== null) return found;
      context.issues.push({ code: "custom", message: expected, input: value });
      return z.NEVER;
    }),
  );
}

/** Returns whether the check digits of an IBAN are correct (ISO 13616); true for anything that is not an IBAN. */
export function isPossibleAccount(account: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(account)) return !/^[A-Z]{2}\d{2}/.test(account);
  const digits = `${account.slice(4)}${account.slice(0, 4)}`.replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

/** A bank account: an IBAN, or the number used in a country without IBANs. */
export const bankAccount = readBy((value) => {
  const account = value.replaceAll(" ", "").toUpperCase();
  return /^[A-Z0-9 ]{4,42}$/i.test(value) && isPossibleAccount(account) ? account : null;
}, "the number of an account, and an IBAN with right check digits");

/** Names of volumes, pools and networks that have no special meaning for virsh or XML. */
export const safeName = /^\w[\w.-]*$/;

export const templates = (template: RegExp, example: string) =>
  readBy(
    (value) => readTemplates(value, template),
    `of the form Windows Server 2022=${example},Ubuntu 24.04=${example}`,
  );

export const addresses = (setting: string) =>
  readBy(
    (value) => readAddresses(setting, value),
    "of the form 203.0.113.10-203.0.113.250/24,gw=203.0.113.1",
  );

/** Tax percentages by country. */
export const taxRules = readBy(
  readTaxRules,
  "countries with their percents, such as LV=21 EE=22 EE+id=0 *=0",
);

/** Days by the name of a payment method: `stripe=30 yookassa=14`. */
export const daysByMethod = readBy((value) => {
  const pairs = value
    .trim()
    .split(/[\s,]+/)
    .map((pair) => /^([a-z][a-z0-9-]*)=(\d{1,3})$/.exec(pair));
  if (pairs.some((pair) => pair === null)) return null;
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? "", Number(pair?.[2])])) as Record<
    string,
    number
  >;
}, "methods with their days, such as stripe=30 yookassa=30");
