import * as z from "zod/mini";
import { call } from "#contract/call";
import { code, requiredText, secondFactorCode, timestamp } from "#contract/fields";
import { passwordInput } from "#contract/profile/index";
import { passkeyNameMaxLength } from "#contract/rules";
import { session } from "#contract/user/index";
import { securityEventKinds } from "./events";

/** Sessions, two-step login, passkeys and what happened to the account. */

const sessionRow = z.object({
  id: z.string(),
  /** Such as `Firefox 144, Windows 11`; empty where the browser does not say. */
  device: z.string(),
  address: z.string(),
  createdAt: timestamp,
  lastSeenAt: timestamp,
  isCurrent: z.boolean(),
});
export type SessionRow = z.output<typeof sessionRow>;

const passkeyRow = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: timestamp,
  lastUsedAt: z.nullable(timestamp),
});

export const securityState = call({
  method: "GET",
  path: "/user/security",
  access: "client",
  summary: "How the account is protected: two-step login, recovery codes left, passkeys",
  output: z.object({ hasTwoStep: z.boolean(), recoveryCodesLeft: z.int(), passkeys: z.array(passkeyRow) }),
});

export const sessions = call({
  method: "GET",
  path: "/user/sessions",
  access: "client",
  summary: "Where the account is open, the current session first",
  output: z.object({ sessions: z.array(sessionRow) }),
});

export const endSession = call({
  method: "DELETE",
  path: "/user/sessions/:sessionId",
  access: "client",
  summary: "Ends a session",
  input: z.object({ sessionId: z.string() }),
});

export const endOtherSessions = call({
  method: "POST",
  path: "/user/sessions/end-others",
  access: "client",
  summary: "Ends every session but this one",
});

export const activity = call({
  method: "GET",
  path: "/user/security/activity",
  access: "client",
  summary: "What happened to the account, newest first, 25 a page",
  input: z.object({ page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(10_000)), 1) }),
  output: z.object({
    events: z.array(
      z.object({
        id: z.string(),
        at: timestamp,
        kind: z.enum(securityEventKinds),
        subject: z.nullable(z.string()),
        device: z.string(),
        address: z.string(),
      }),
    ),
    page: z.int(),
    pages: z.int(),
  }),
});

export const prepareTwoStep = call({
  method: "POST",
  path: "/user/security/totp/prepare",
  access: "client",
  summary:
    "The key for an authenticator app; asking again gives the same until it is confirmed. 409 where two-step login is on",
  output: z.object({ secret: z.string(), address: z.string() }),
});

export const turnOnTwoStep = call({
  method: "POST",
  path: "/user/security/totp/confirm",
  access: "client",
  summary: "Turns two-step login on by the app's first code; answers the recovery codes, once",
  input: z.object({ code }),
  output: z.object({ recoveryCodes: z.array(z.string()) }),
});

export const turnOffTwoStep = call({
  method: "POST",
  path: "/user/security/totp/remove",
  access: "client",
  summary: "Turns two-step login off; asks for the password and a code",
  input: passwordInput,
});

export const newRecoveryCodes = call({
  method: "POST",
  path: "/user/security/recovery-codes",
  access: "client",
  summary: "Makes new recovery codes; those before stop working",
  input: passwordInput,
  output: z.object({ recoveryCodes: z.array(z.string()) }),
});

/** WebAuthn's own JSON, passed through between the browser and the library that checks it. */
const webAuthnJson = z.string().check(z.minLength(2), z.maxLength(20_000));
const ticket = z.string().check(z.minLength(1), z.maxLength(100));

export const passkeyRegistration = call({
  method: "POST",
  path: "/user/security/passkeys/options",
  access: "client",
  summary: "What the browser needs to make a passkey",
  output: z.object({ ticket: z.string(), options: z.string() }),
});

export const addPasskeyInput = z.object({
  name: requiredText("specifyPasskeyName", passkeyNameMaxLength),
  ticket,
  response: webAuthnJson,
});

export const addPasskey = call({
  method: "POST",
  path: "/user/security/passkeys",
  access: "client",
  summary: "Keeps a passkey that the browser made",
  input: addPasskeyInput,
});

export const removePasskey = call({
  method: "POST",
  path: "/user/security/passkeys/remove",
  access: "client",
  summary: "Forgets a passkey; asks for a code where two-step login is on",
  input: z.object({ passkeyId: z.string(), secondFactorCode }),
});

export const secondStepInput = z.object({ code: requiredText("specifyCode", 20) });

export const secondStep = call({
  method: "POST",
  path: "/user/auth/second-step",
  access: "public",
  summary:
    "Finishes a login that answered 403 `secondStepNeeded` with its `ticket`: by the app's code or a recovery code",
  input: z.object({ ...secondStepInput.shape, ticket }),
  output: session,
});

export const passkeyLoginOptions = call({
  method: "POST",
  path: "/user/auth/passkey/options",
  access: "public",
  summary: "What the browser needs to log in by passkey; with the ticket of a login, as its second step",
  input: z.object({ secondStepTicket: z.optional(ticket) }),
  output: z.object({ ticket: z.string(), options: z.string() }),
});

export const passkeyLogin = call({
  method: "POST",
  path: "/user/auth/passkey",
  access: "public",
  summary: "Opens a session by passkey",
  input: z.object({ ticket, response: webAuthnJson, secondStepTicket: z.optional(ticket) }),
  output: session,
});
