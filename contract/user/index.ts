import * as z from "zod/mini";
import { call } from "#contract/call";
import {
  cents,
  code,
  currentPassword,
  email,
  language,
  name,
  newPassword,
  optionalText,
  timestamp,
} from "#contract/fields";

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

export const signup = call({
  method: "POST",
  path: "/user/auth/create",
  access: "public",
  summary: "Creates an account and e-mails the confirmation link",
  input: signupInput,
});

export const verifyEmail = call({
  method: "POST",
  path: "/user/auth/verify-email",
  access: "public",
  summary: "Confirms an e-mail address by the code of the letter",
  input: z.object({ code: z.string().check(z.minLength(1), z.maxLength(200)) }),
});

export const resendConfirmation = call({
  method: "POST",
  path: "/user/auth/resend-confirmation",
  access: "public",
  summary: "E-mails the confirmation link once more; answers the same for every address",
  input: z.object({ email }),
});

export const loginInput = z.object({ email, password: currentPassword });

/** A session: the access token, when it ends, and the token that continues it. */
export const session = z.object({ token: z.string(), expires: timestamp, refreshToken: z.string() });

export const login = call({
  method: "POST",
  path: "/user/auth/login",
  access: "public",
  summary: "Opens a session",
  input: loginInput,
  output: session,
});

export const refreshToken = call({
  method: "POST",
  path: "/user/auth/refresh-token",
  access: "public",
  summary: "Continues a session; a repeat within 30 seconds gets the same successor",
  input: z.object({ refreshToken: z.string() }),
  output: session,
});

export const logout = call({
  method: "POST",
  path: "/user/auth/logout",
  access: "client",
  summary: "Ends the session",
});

export const forgotPasswordCode = call({
  method: "POST",
  path: "/user/auth/forgot-password-code",
  access: "public",
  summary: "E-mails a six-digit code",
  input: z.object({ email }),
});

export const checkForgotOtp = call({
  method: "POST",
  path: "/user/auth/check-forgot-otp",
  access: "public",
  summary: "Exchanges the six-digit code for a ticket that lets one set a new password",
  input: z.object({ email, code }),
  output: z.object({ resetTicket: z.string() }),
});

export const resetPassword = call({
  method: "POST",
  path: "/user/auth/reset-password-with-code",
  access: "public",
  summary: "Sets a new password and ends every session",
  input: z.object({ resetTicket: z.string(), password: newPassword }),
});

export const user = z.object({
  id: z.string(),
  createdAt: timestamp,
  email: z.string(),
  name: z.string(),
  /** Address of the avatar below `/api`, null where there is none. */
  photoPath: z.nullable(z.string()),
  telegramLink: z.nullable(z.string()),
  telegramMonLink: z.nullable(z.string()),
  balanceCents: cents,
  partnerBalanceCents: cents,
});
export type User = z.output<typeof user>;

export const currentUser = call({
  method: "GET",
  path: "/user/auth",
  access: "client",
  summary: "The signed-in client",
  output: user,
});

export const alertMessage = call({
  method: "GET",
  path: "/user/alert",
  access: "client",
  summary: "A message of the operator for the client, if there is one",
  output: z.object({ alert: z.nullable(z.object({ id: z.string(), text: z.string() })) }),
});

export const changeLanguage = call({
  method: "POST",
  path: "/user/change_language",
  access: "client",
  summary: "Keeps the language for letters, as an upper-case code",
  input: z.object({ language: z.enum(["EN", "RU"]) }),
});

export const permissions = call({
  method: "GET",
  path: "/front/permissions",
  access: "client",
  summary: "Which sections the client may use",
  output: z.object({ partner: z._default(z.boolean(), true), monitoring: z._default(z.boolean(), true) }),
});
export type Permissions = z.output<typeof permissions.output>;
