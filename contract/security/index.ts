import * as z from "zod/mini";
import { defineEndpoint } from "#contract/endpoint";
import { code, recentAuthFields, requiredText, timestamp } from "#contract/fields";
import { integer } from "#contract/integer";
import { openedSession } from "#contract/users/index";
import { securityEventKinds, staffActionKinds } from "./events";
import { challengeTicket } from "./passkeys";

export * from "./passkeys";

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
  /** Whether it waits, since a reset of the password, for its owner to say that it stays. */
  isHeld: z.boolean(),
});

export const securityState = defineEndpoint({
  method: "GET",
  path: "/user/security",
  access: "client",
  summary:
    "How the account is protected: two-step login, recovery codes left, passkeys; and whether this session has proved who it is within five minutes",
  output: z.object({
    hasTwoStep: z.boolean(),
    recoveryCodesLeft: z.int(),
    passkeys: z.array(passkeyRow),
    hasFreshProof: z.boolean(),
  }),
});

/** The password and the second step once more. */
export const recentAuthInput = z.object(recentAuthFields);

export const prove = defineEndpoint({
  method: "POST",
  path: "/user/security/prove",
  access: "client",
  isOpenToBlocked: true,
  proof: "password",
  summary:
    "Proves by password and second step who holds the session; it holds for five minutes, and for fifteen where only two-step login asks for it and this session",
  input: recentAuthInput,
});

export const sessions = defineEndpoint({
  method: "GET",
  path: "/user/sessions",
  access: "client",
  summary: "Where the account is open, the current session first",
  output: z.object({ sessions: z.array(sessionRow) }),
});

export const endSession = defineEndpoint({
  method: "DELETE",
  path: "/user/sessions/:sessionId",
  access: "client",
  summary: "Ends a session",
  proof: "ifTwoStep",
  input: z.object({ sessionId: z.string() }),
});

export const endOtherSessions = defineEndpoint({
  method: "POST",
  path: "/user/sessions/end-others",
  access: "client",
  summary: "Ends every session but this one",
  proof: "ifTwoStep",
});

export const activity = defineEndpoint({
  method: "GET",
  path: "/user/security/activity",
  access: "client",
  summary: "What happened to the account, newest first, 25 a page; a page past the last one is the last one",
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
  summary: "What staff did about the account, its servers and its money: the last 25, newest first",
  output: z.object({
    events: z.array(
      z.object({
        id: z.string(),
        at: timestamp,
        kind: z.enum(staffActionKinds),
        /** The server, order, request or ticket that it was about. */
        subject: z.nullable(z.string()),
        /** Why, as the client was told. */
        reason: z.nullable(z.string()),
      }),
    ),
  }),
});

export const prepareTwoStep = defineEndpoint({
  method: "POST",
  path: "/user/security/totp/prepare",
  access: "client",
  proof: "password",
  summary:
    "The key for an authenticator app; asking again gives the same until it is confirmed. 409 where two-step login is on",
  input: recentAuthInput,
  output: z.object({ secret: z.string(), address: z.string() }),
});

export const turnOnTwoStep = defineEndpoint({
  method: "POST",
  path: "/user/security/totp/confirm",
  access: "client",
  proof: "password",
  summary: "Turns two-step login on by the app's first code; answers the recovery codes, once",
  input: z.object({ code, ...recentAuthFields }),
  output: z.object({ recoveryCodes: z.array(z.string()) }),
});

export const turnOffTwoStep = defineEndpoint({
  method: "POST",
  path: "/user/security/totp/remove",
  access: "client",
  proof: "password",
  summary: "Turns two-step login off; asks for the password and a code",
  input: recentAuthInput,
});

export const newRecoveryCodes = defineEndpoint({
  method: "POST",
  path: "/user/security/recovery-codes",
  access: "client",
  proof: "password",
  summary: "Makes new recovery codes; those before stop working",
  input: recentAuthInput,
  output: z.object({ recoveryCodes: z.array(z.string()) }),
});

const notMeToken = z.object({ token: z.string().check(z.minLength(1), z.maxLength(100)) });

export const readNotMe = defineEndpoint({
  method: "GET",
  path: "/user/security/not-me/:token",
  access: "public",
  summary: "Whether the link “It was not me” of a letter still works",
  input: notMeToken,
  output: z.object({ isOpen: z.boolean() }),
});

export const notMe = defineEndpoint({
  method: "POST",
  path: "/user/security/not-me",
  access: "public",
  summary:
    "By the link of a letter: ends every session and takes away the password and what was added to the account since. A repeat does nothing more",
  input: notMeToken,
});

export const secondStepInput = z.object({ code: requiredText("specifyCode", 20) });

export const secondStep = defineEndpoint({
  method: "POST",
  path: "/user/auth/second-step",
  access: "public",
  summary:
    "Finishes a login that answered 403 `secondStepNeeded` with its `ticket`: by the app's code or a recovery code",
  input: z.object({ ...secondStepInput.shape, ticket: challengeTicket }),
  output: openedSession,
});
