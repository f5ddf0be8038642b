import * as z from "zod/mini";
import "./messages";
import { amountMaxCents, amountMinCents, readAmount } from "./amount";
import { dateFormat } from "./formats";
import type { Language } from "./languages";
import { languages } from "./languages";
import { codeLength, emailMaxLength, nameMaxLength, passwordMaxLength, passwordMinLength } from "./rules";
import { isUnbroken, isUnbrokenInLines } from "./valid-text";

/** Fields shared by several endpoints. Messages are keys of `locales/<language>/errors.json`. */

/**
 * Rejects control characters and characters lost in an encoding error. `requiredText` and `optionalText` include it.
 */
export const unbroken = z.refine<string>(isUnbroken, { error: "textBroken", abort: true });
/** Like `unbroken`, for text of several lines. */
export const unbrokenInLines = z.refine<string>(isUnbrokenInLines, { error: "textBroken", abort: true });

/** Required text; surrounding spaces are ignored. */
export const requiredText = (message: string, max: number) =>
  z
    .string(message)
    .check(z.trim(), z.minLength(1, { error: message, abort: true }), unbroken, z.maxLength(max, "tooLong"));

/** Optional text. */
export const optionalText = (max: number) =>
  z.optional(z.string().check(z.trim(), unbroken, z.maxLength(max, "tooLong")));

export const name = requiredText("specifyName", nameMaxLength);

/** An email address as typed, converted to lower case. */
export const email = z
  .string("specifyEmail")
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, { error: "specifyEmail", abort: true }),
    z.maxLength(emailMaxLength, { error: "emailInvalid", abort: true }),
    z.email("emailInvalid"),
  );

/** A new password (specification, section 5). */
export const newPassword = z
  .string("specifyPassword")
  .check(
    z.minLength(1, { error: "specifyPassword", abort: true }),
    z.minLength(passwordMinLength, "passwordMin"),
    z.maxLength(passwordMaxLength, "tooLong"),
  );

/** A password to compare with the current one. Any length is valid, so that a wrong one is rejected as wrong. */
export const currentPassword = z
  .string("specifyPassword")
  .check(z.minLength(1, "specifyPassword"), z.maxLength(1000, "tooLong"));

/** The six digits from an email. Spaces are ignored, because some email clients show them. */
export const code = z.string("specifyCode").check(
  z.overwrite((value) => value.replace(/\s/g, "")),
  z.minLength(1, { error: "specifyCode", abort: true }),
  z.regex(new RegExp(`^\\d{${codeLength}}$`), "codeSixDigits"),
);

export const language = z.enum(languages);

/** An IANA time zone, such as `Europe/Moscow`. */
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
/** The format of `/user/change_language` (specification, section 7). */
export const upperCaseLanguage = z.enum(
  languages.map((code) => code.toUpperCase()) as [Uppercase<Language>, ...Uppercase<Language>[]],
);

/** ISO 8601 in UTC. */
export const timestamp = z.iso.datetime();

/** A whole number of US cents. */
export const cents = z.int();

/** An amount of at least one cent, as programs send it. */
export const positiveCents = z
  .int("amountInvalid")
  .check(z.minimum(amountMinCents, "amountNotPositive"), z.maximum(amountMaxCents, "amountTooLarge"));

/**
 * An amount in dollars as typed into a form (`12.50`, `12,5`, `1 200`), parsed into cents by `readAmount`. Forms call
 * the field `amount`, endpoints `amountCents`.
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
 * An amount in the specification's own endpoints, in dollars: written as a number with at most two decimals, read as
 * such a number or as a decimal string. It is converted to cents digit by digit; a float with fractions of a cent is
 * rejected.
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

/** A list that a service may return bare, or under a name as ours does: the specification does not say which. */
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

/** A code of the authenticator app or a recovery code, required again if two-step login is on. */
export const secondFactorCode = z.optional(z.string().check(z.trim(), z.maxLength(20, "tooLong")));

/** Input fields of endpoints with `recentAuth: "password"`: the password and the second step. */
export const recentAuthFields = { password: z.optional(currentPassword), secondFactorCode };
