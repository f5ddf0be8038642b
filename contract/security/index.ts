import * as z from "zod/mini";
import { defineEndpoint } from "#contract/endpoint";
import { code, recentAuthFields, requiredText, timestamp } from "#contract/fields";
import { integer } from "#contract/integer";
import { openedSession } from "#contract/users/index";
import { securityEventKinds, staffActionKinds } from "./events";
import { challengeTicket } from "./passkeys";

export * from "./passkeys";

/** Sessions, two-step login, passkeys and account activity. */

const sessionRow = z.object({
  id: z.string(),
  /** For example `Firefox 144, Windows 11`; empty if the browser does not tell. */
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
  /** Whether the passkey has been on hold since a password reset, until its owner confirms it. */
  isHeld: z.boolean(),
});

export const securityState = defineEndpoint({
  method: "GET",
  path: "/user/security",
  access: "client",
  summary:
    "Returns security settings: two-step login, recovery codes left, passkeys, and whether the session authenticated within five minutes",
  output: z.object({
    hasTwoStep: z.boolean(),
    recoveryCodesLeft: z.int(),
    passkeys: z.array(passkeyRow),
    hasFreshProof: z.boolean(),
  }),
});

/** Input of recent authentication: the password and the second step. */
export const recentAuthInput = z.object(recentAuthFields);

export const prove = defineEndpoint({
  method: "POST",
  path: "/user/security/prove",
  access: "client",
  isOpenToBlocked: true,
  recentAuth: "password",
  summary:
    "Authenticates the session again by password and code; valid for five minutes, or fifteen where only two-step login requires it, in this session",
  input: recentAuthInput,
});

export const sessions = defineEndpoint({
  method: "GET",
  path: "/user/sessions",
  access: "client",
  summary: "Lists the 10 latest sessions, the current one first",
  output: z.object({ sessions: z.array(sessionRow) }),
});

export const endSession = defineEndpoint({
  method: "DELETE",
  path: "/user/sessions/:sessionId",
  access: "client",
  summary: "Ends a session",
  recentAuth: "ifTwoStep",
  input: z.object({ sessionId: z.string() }),
});

export const endOtherSessions = defineEndpoint({
  method: "POST",
  path: "/user/sessions/end-others",
  access: "client",
  summary: "Ends all other sessions",
  recentAuth: "ifTwoStep",
});

export const activity = defineEndpoint({
  method: "GET",
  path: "/user/security/activity",
  access: "client",
  summary: "Lists account activity, newest first, 25 per page; a page past the end returns the last one",
  input: z.object({ page: z._default(integer({ min: 1, max: 10_000 }), 1) }),
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

export const staffActivity = defineEndpoint({
  method: "GET",
  path: "/user/security/staff-activity",
  access: "client",
  summary: "Lists the last 25 staff actions on the account, newest first",
  output: z.object({
    events: z.array(
      z.object({
        id: z.string(),
        at: timestamp,
        kind: z.enum(staffActionKinds),
        /** The server, order, request or ticket concerned. */
        subject: z.nullable(z.string()),
        /** The reason given to the client. */
        reason: z.nullable(z.string()),
      }),
    ),
  }),
});

export const prepareTwoStep = defineEndpoint({
  method: "POST",
  path: "/user/security/totp/prepare",
  access: "client",
  recentAuth: "password",
  summary: "Returns the authenticator key, the same until confirmed. 409 if two-step login is on",
  input: recentAuthInput,
  output: z.object({ secret: z.string(), address: z.string() }),
});

export const turnOnTwoStep = defineEndpoint({
  method: "POST",
  path: "/user/security/totp/confirm",
  access: "client",
  recentAuth: "password",
  summary: "Turns on two-step login with the app's first code; returns the recovery codes once",
  input: z.object({ code, ...recentAuthFields }),
  output: z.object({ recoveryCodes: z.array(z.string()) }),
});

export const turnOffTwoStep = defineEndpoint({
  method: "POST",
  path: "/user/security/totp/remove",
  access: "client",
  recentAuth: "password",
  summary: "Turns off two-step login; requires password and code",
  input: recentAuthInput,
});

export const newRecoveryCodes = defineEndpoint({
  method: "POST",
  path: "/user/security/recovery-codes",
  access: "client",
  recentAuth: "password",
  summary: "Creates new recovery codes; the old ones stop working",
  input: recentAuthInput,
  output: z.object({ recoveryCodes: z.array(z.string()) }),
});

const notMeToken = z.object({ token: z.string().check(z.minLength(1), z.maxLength(100)) });

export const readNotMe = defineEndpoint({
  method: "GET",
  path: "/user/security/not-me/:token",
  access: "public",
  summary: "Checks whether an “It wasn't me” link still works",
  input: notMeToken,
  output: z.object({ isOpen: z.boolean() }),
});

export const notMe = defineEndpoint({
  method: "POST",
  path: "/user/security/not-me",
  access: "public",
  summary:
    "Through the e-mail link, ends all sessions, disables the password and removes what was added since; a repeat changes nothing",
  input: notMeToken,
});

export const secondStepInput = z.object({ code: requiredText("specifyCode", 20) });

export const secondStep = defineEndpoint({
  method: "POST",
  path: "/user/auth/second-step",
  access: "public",
  summary:
    "Completes a login that returned 403 `secondStepNeeded`, with its `ticket` and an app or recovery code",
  input: z.object({ ...secondStepInput.shape, ticket: challengeTicket }),
  output: openedSession,
});
