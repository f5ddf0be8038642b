import * as z from "zod/mini";
import { amountMaxCents, amountMinCents, readAmount } from "./amount";
import {
  codeLength,
  emailMaxLength,
  languages,
  nameMaxLength,
  passwordMaxLength,
  passwordMinLength,
} from "./rules";

/** Fields that several calls share. Messages are keys of `locales/<language>/errors.json`. */

/** Text that must be there; spaces around it do not count. */
export const requiredText = (message: string, max: number) =>
  z
    .string(message)
    .check(z.trim(), z.minLength(1, { error: message, abort: true }), z.maxLength(max, "tooLong"));

/** Text that may be left out. */
export const optionalText = (max: number) =>
  z.optional(z.string().check(z.trim(), z.maxLength(max, "tooLong")));

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
export const currentPassword = z.string("specifyPassword").check(z.minLength(1, "specifyPassword"));

/** The six digits of an e-mail; spaces, as some readers show them, do not count. */
export const code = z.string("specifyCode").check(
  z.overwrite((value) => value.replace(/\s/g, "")),
  z.minLength(1, { error: "specifyCode", abort: true }),
  z.regex(new RegExp(`^\\d{${codeLength}}$`), "codeSixDigits"),
);

export const language = z.enum(languages);

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
 * A form's schema puts it in the place of the contract's `amountCents`.
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

/** A code of the authenticator app or a recovery code: asked for again where two-step login is on. */
export const secondFactorCode = z.optional(z.string().check(z.trim(), z.maxLength(20, "tooLong")));
