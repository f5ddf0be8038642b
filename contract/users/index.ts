import * as z from "zod/mini";
import { defineEndpoint, done } from "#contract/endpoint";
import {
  code,
  currentPassword,
  email,
  language,
  name,
  newPassword,
  optionalText,
  upperCaseLanguage,
} from "#contract/fields";

import { user } from "./user";

/** Accounts and sign-in (specification, sections 3, 5 and 7). */

export const signupInput = z.object({
  name,
  email,
  password: newPassword,
  partnerCode: optionalText(64),
  /** Consent to the public offer and the privacy policy. */
  consent: z.literal(true, "acceptPolicy"),
  language: z.optional(language),
});

export const signup = defineEndpoint({
  method: "POST",
  path: "/user/auth/create",
  access: "public",
  isNamed: true,
  summary: "Creates an account and e-mails the confirmation link",
  input: signupInput,
});

export const verifyEmail = defineEndpoint({
  method: "POST",
  path: "/user/auth/verify-email",
  access: "public",
  isNamed: true,
  summary: "Confirms an e-mail address with the code from the e-mail",
  input: z.object({ code: z.string().check(z.minLength(1), z.maxLength(200)) }),
  /**
   * The address, to prefill the login form. Optional: an API that follows only the specification does not return it.
   */
  output: z.extend(done, { email: z.optional(z.string()) }),
});

export const resendConfirmation = defineEndpoint({
  method: "POST",
  path: "/user/auth/resend-confirmation",
  access: "public",
  summary: "E-mails the confirmation link again; the response is the same for every address",
  input: z.object({ email }),
});

export const loginInput = z.object({ email, password: currentPassword });

/**
 * A session: the access token, its expiry and the refresh token. The specification has only the first two: an API
 * that follows only the specification puts its refresh token in a cookie, which the cabinet stores.
 */
export const session = z.object({
  token: z.string(),
  expires: z.iso.datetime({ offset: true }),
  refreshToken: z.optional(z.string()),
});

/**
 * The response to opening a session also has the browser's secret, to be stored and sent as `x-browser` from then on.
 * Third-party APIs have none.
 */
export const openedSession = z.extend(session, { browser: z.optional(z.string()) });

export const login = defineEndpoint({
  method: "POST",
  path: "/user/auth/login",
  access: "public",
  isNamed: true,
  summary: "Opens a session",
  input: loginInput,
  output: openedSession,
});

export const refreshToken = defineEndpoint({
  method: "POST",
  path: "/user/auth/refresh-token",
  access: "public",
  isNamed: true,
  summary: "Refreshes a session; a repeat within 30 seconds returns the same token",
  input: z.object({ refreshToken: z.optional(z.string()) }),
  output: session,
});

export const logout = defineEndpoint({
  method: "POST",
  path: "/user/auth/logout",
  access: "client",
  isOpenToBlocked: true,
  isNamed: true,
  summary: "Ends the session",
});

export const forgotPasswordCode = defineEndpoint({
  method: "POST",
  path: "/user/auth/forgot-password-code",
  access: "public",
  isNamed: true,
  summary: "E-mails a six-digit code",
  input: z.object({ email }),
});

export const checkForgotOtp = defineEndpoint({
  method: "POST",
  path: "/user/auth/check-forgot-otp",
  access: "public",
  isNamed: true,
  summary: "Exchanges the six-digit code for a ticket to set a new password",
  input: z.object({ email, code }),
  output: z.object({ resetTicket: z.string() }),
});

export const resetPassword = defineEndpoint({
  method: "POST",
  path: "/user/auth/reset-password-with-code",
  access: "public",
  isNamed: true,
  summary:
    "Sets a new password and ends all sessions. Passkeys are disabled until the client confirms them; without two-step login they are removed",
  input: z.object({ resetTicket: z.string(), password: newPassword }),
  /** The names of the passkeys that no longer open the account. */
  output: z.object({ passkeysHeld: z.array(z.string()), passkeysRemoved: z.array(z.string()) }),
});

export { type User, user } from "./user";

export const currentUser = defineEndpoint({
  method: "GET",
  path: "/user/auth",
  access: "client",
  isNamed: true,
  summary: "Returns the signed-in client",
  output: user,
});

const alert = z.object({ id: z.string(), text: z.string() });
/** The specification says only "alert": an API may return the bare text, which then also serves as its id. */
const textAlert = z.codec(z.string(), alert, {
  decode: (text) => ({ id: text.slice(0, 200), text }),
  encode: ({ text }) => text,
});

export const alertMessage = defineEndpoint({
  method: "GET",
  path: "/user/alert",
  access: "client",
  isNamed: true,
  summary: "Returns the provider's message for the client, if any",
  output: z.object({ alert: z.optional(z.nullable(z.union([alert, textAlert]))) }),
});

export const changeLanguage = defineEndpoint({
  method: "POST",
  path: "/user/change_language",
  access: "client",
  isOpenToBlocked: true,
  isNamed: true,
  summary: "Sets the language of e-mails, as an upper-case code",
  input: z.object({ language: upperCaseLanguage }),
});

export const permissions = defineEndpoint({
  method: "GET",
  path: "/front/permissions",
  access: "client",
  isNamed: true,
  summary: "Returns the sections available to the client",
  output: z.object({ partner: z._default(z.boolean(), true), monitoring: z._default(z.boolean(), true) }),
});
export type Permissions = z.output<typeof permissions.output>;

/** A bounced email: the mailbox does not exist, delivery failed temporarily, or its owner complained. */
export const bouncedEmail = z.object({
  address: z.string().check(z.minLength(3), z.maxLength(320)),
  kind: z.enum(["gone", "failed", "complaint"]),
  reason: z._default(z.string().check(z.maxLength(2000)), ""),
});

export const receiveReturns = defineEndpoint({
  method: "POST",
  path: "/mail/returns",
  access: "signed",
  summary:
    "Reports bounced e-mails, from a mail provider or a mailbox reader; nothing more is sent to dead addresses",
});
