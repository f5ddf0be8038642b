import * as z from "zod/mini";
import { defineEndpoint } from "#contract/endpoint";
import { recentAuthFields, requiredText } from "#contract/fields";
import { passkeyNameMaxLength } from "#contract/rules";
import { openedSession } from "#contract/users/index";

/** Passkeys, and login with them. */

const recentAuthInput = z.object(recentAuthFields);

/** WebAuthn JSON, passed unchanged between the browser and the library that verifies it. */
const webAuthnJson = z.string().check(z.minLength(2), z.maxLength(20_000));
/** Identifies a challenge for a browser, or a login that waits for its second step. */
export const challengeTicket = z.string().check(z.minLength(1), z.maxLength(100));

export const passkeyRegistration = defineEndpoint({
  method: "POST",
  path: "/user/security/passkeys/options",
  access: "client",
  recentAuth: "password",
  summary: "Returns the options to create a passkey",
  input: recentAuthInput,
  output: z.object({ ticket: z.string(), options: z.string() }),
});

export const addPasskeyInput = z.object({
  name: requiredText("specifyPasskeyName", passkeyNameMaxLength),
  ticket: challengeTicket,
  response: webAuthnJson,
  ...recentAuthFields,
});

export const addPasskey = defineEndpoint({
  method: "POST",
  path: "/user/security/passkeys",
  access: "client",
  recentAuth: "password",
  summary: "Adds a passkey",
  input: addPasskeyInput,
});

export const removePasskey = defineEndpoint({
  method: "POST",
  path: "/user/security/passkeys/remove",
  access: "client",
  recentAuth: "password",
  summary: "Removes a passkey",
  input: z.object({ passkeyId: z.string(), ...recentAuthFields }),
});

export const keepPasskey = defineEndpoint({
  method: "POST",
  path: "/user/security/passkeys/keep",
  access: "client",
  recentAuth: "password",
  summary: "Re-enables a passkey disabled by a password reset",
  input: z.object({ passkeyId: z.string(), ...recentAuthFields }),
});

export const passkeyLoginOptions = defineEndpoint({
  method: "POST",
  path: "/user/auth/passkey/options",
  access: "public",
  summary: "Returns the options to log in with a passkey; with a login ticket, as the second step",
  input: z.object({ secondStepTicket: z.optional(challengeTicket) }),
  output: z.object({ ticket: z.string(), options: z.string() }),
});

export const passkeyLogin = defineEndpoint({
  method: "POST",
  path: "/user/auth/passkey",
  access: "public",
  summary: "Logs in with a passkey",
  input: z.object({
    ticket: challengeTicket,
    response: webAuthnJson,
    secondStepTicket: z.optional(challengeTicket),
  }),
  output: openedSession,
});
