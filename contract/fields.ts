import * as z from "zod/mini";
import "./messages";
import { amountMaxCents, amountMinCents, readAmount } from "./amount";
import { dateFormat } from "./formats";
import type { Language } from "./languages";
import { languages } from "./languages";
import { codeLength, emailMaxLength, nameMaxLength, passwordMaxLength, passwordMinLength } from "./rules";
import { isUnbroken, isUnbrokenInLines } from "./unbroken";

/** Fields that several calls share. Messages are keys of `locales/<language>/errors.json`. */

/** No text has control characters or letters that were lost on the way; `requiredText` and `optionalText` look by themselves. */
export const unbroken = z.refine<string>(isUnbroken, { error: "textBroken", abort: true });
/** The same of several lines. */
export const unbrokenInLines = z.refine<string>(isUnbrokenInLines, { error: "textBroken", abort: true });

/** Text that must be there; spaces around it do not count. */
export const requiredText = (message: string, max: number) =>
  z
    .string(message)
    .check(z.trim(), z.minLength(1, { error: message, abort: true }), unbroken, z.maxLength(max, "tooLong"));

/** Text that may be left out. */
export const optionalText = (max: number) =>
  z.optional(z.string().check(z.trim(), unbroken, z.maxLength(max, "tooLong")));

export const name = requiredText("specifyName", nameMaxLength);

/** An e-mail address as a person types it, in lower case. */
export const email = z
  .string("specifyEmail")
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, { error: "specifyEmail", abort: true }),
    z.maxLength(emailMaxLength, { error: "emailInvalid", abort: true }),
    z.email("emailInvalid"),
  );

/** A password to be set (specification, section 5). */
export const newPassword = z
  .string("specifyPassword")
  .check(
    z.minLength(1, { error: "specifyPassword", abort: true }),
    z.minLength(passwordMinLength, "passwordMin"),
    z.maxLength(passwordMaxLength, "tooLong"),
  );

/** A password to be compared with the one that is set: any length, so that a wrong one is refused as wrong. */
export const currentPassword = z
  .string("specifyPassword")
  .check(z.minLength(1, "specifyPassword"), z.maxLength(1000, "tooLong"));

/** The six digits of an e-mail; spaces, as some readers show them, do not count. */
export const code = z.string("specifyCode").check(
  z.overwrite((value) => value.replace(/\s/g, "")),
  z.minLength(1, { error: "specifyCode", abort: true }),
  z.regex(new RegExp(`^\\d{${codeLength}}$`), "codeSixDigits"),
);

export const language = z.enum(languages);

/** A zone of the IANA database, such as `Europe/Moscow`. */
export const timeZone = z.string("chooseZone").check(
  z.maxLength(64, "chooseZone"),
  z.refine((zone) => isTimeZone(zone), "chooseZone"),
);

function isTimeZone(zone: string): boolean {
  try {
    dateFormat("en", { timeZone: zone });
    return /^(UTC|[A-Z]\w+\/[\w/+-]+)$/.test(zone);
  } catch {
    return false;
  }
}
/** As `/user/change_language` takes it (specification, section 7). */
export const upperCaseLanguage = z.enum(
  languages.map((code) => code.toUpperCase()) as [Uppercase<Language>, ...Uppercase<Language>[]],
);

/** ISO 8601 in UTC. */
export const timestamp = z.iso.datetime();

/** A whole number of US cents. */
export const cents = z.int();

/** A sum of at least a cent, as a program sends it. */
export const positiveCents = z
  .int("amountInvalid")
  .check(z.minimum(amountMinCents, "amountNotPositive"), z.maximum(amountMaxCents, "amountTooLarge"));

/**
 * A sum as a person types it into a form, in dollars (`12.50`, `12,5`, `1 200`), read into cents by `readAmount`.
 * A form calls it `amount`; the call that it goes to, `amountCents`.
 */
export const dollars = z.pipe(
  z.string("specifyAmount"),
  z.transform((text: string, context) => {
    const { cents, message } = readAmount(text);
    if (cents !== undefined) return cents;
    context.issues.push({ code: "custom", message, input: text });
    return z.NEVER;
  }),
);

/**
 * A sum of the specification's own calls, in dollars: written as a number with at most two decimals, read as such a number
 * or as a decimal string. Here it becomes cents, digit by digit: a float that has more to it than cents is refused.
 */
export const dollarSum = z.codec(z.union([z.number(), z.string()], "amountInvalid"), cents, {
  decode: (sum, context) => {
    const found = /^(-?)(\d{1,13})(?:\.(\d{1,2})0*)?$/.exec(String(sum));
    if (found) return Number(`${found[1]}${found[2]}${(found[3] ?? "").padEnd(2, "0")}`);
    context.issues.push({ code: "custom", message: "amountInvalid", input: sum });
    return z.NEVER;
  },
  encode: (sum) => Number(`${sum}e-2`),
});

/** A list that a service may answer as it is, or, as ours does, under a name: the specification does not show which. */
export const listed = <N extends string, I extends z.ZodMiniType>(name: N, item: I) => {
  const named = z.object({ [name]: z.array(item) } as Record<N, z.ZodMiniArray<I>>);
  return z.union([
    named,
    z.codec(z.array(z.unknown()), named, {
      decode: (rows) => ({ [name]: rows }) as z.input<typeof named>,
      encode: (answer) => Object.values(answer)[0] as unknown[],
    }),
  ]);
};

/** A code of the authenticator app or a recovery code: asked for again where two-step login is on. */
export const secondFactorCode = z.optional(z.string().check(z.trim(), z.maxLength(20, "tooLong")));

/** What a call with `proof: "password"` may carry: the password and the second step once more. */
export const recentAuthFields = { password: z.optional(currentPassword), secondFactorCode };
