import type { AuthenticatorTransport } from "@simplewebauthn/server";
import { and, eq } from "drizzle-orm";
import { noteSecurityEvent } from "#api/auth/events";
import { lockUser, userOf } from "#api/auth/user-of";
import { passkeys } from "#api/db/schema/security";
import { transaction } from "#api/db/transaction";
import { notifyOfChange } from "#api/email/security-emails";
import { handle } from "#api/http/handle";
import { ApiError } from "#api/lib/api-error";
import type { Settings } from "#api/lib/settings";
import { passkeysMax } from "#contract/rules";
import * as contract from "#contract/security/index";
import { closeChallenge, openChallenge, tryChallenge } from "./challenges";

/** Loaded when first used: it is 200 modules, which every command of the operator would load too. */
export const webauthn = () => import("@simplewebauthn/server");

/** The site to which passkeys are bound; they work nowhere else. */
export const siteOf = ({ publicOrigin }: Settings) => ({
  rpID: new URL(publicOrigin).hostname,
  origin: publicOrigin,
});

const passkeyError = () => new ApiError(422, "passkeyRefused");

/** Parses a browser's JSON; invalid JSON is rejected like a wrong passkey. */
export function parsed<T>(json: string): T {
  try {
    return JSON.parse(json) as T;
  } catch {
    throw passkeyError();
  }
}

export const passkeyRegistration = handle(contract.passkeyRegistration, async (_input, context) => {
  const { client, db, settings } = context;
  const user = await userOf(db, client.id);
  const existing = await db.select().from(passkeys).where(eq(passkeys.userId, client.id));
  if (existing.length >= passkeysMax) throw new ApiError(409, "tooManyPasskeys");
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: settings.brand.name,
    rpID: siteOf(settings).rpID,
    userID: new TextEncoder().encode(user.id),
    userName: user.email,
    userDisplayName: user.name,
    attestationType: "none",
    excludeCredentials: existing.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  const question = {
    purpose: "passkeyRegistration",
    userId: client.id,
    challenge: options.challenge,
  } as const;
  return { ticket: await openChallenge(context, db, question), options: JSON.stringify(options) };
});

export const addPasskey = handle(contract.addPasskey, async ({ name, ticket, response }, context) => {
  const { client, clock, settings } = context;
  const question = await tryChallenge(context, "passkeyRegistration", ticket);
  if (!question?.challenge || question.userId !== client.id) throw passkeyError();
  const { rpID, origin } = siteOf(settings);
  const { verifyRegistrationResponse } = await webauthn();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: parsed(response),
    expectedChallenge: question.challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
  }).catch(() => {
    throw passkeyError();
  });
  if (!registrationInfo) throw passkeyError();
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  return transaction(context.db, async (tx) => {
    if (!(await closeChallenge(tx, question.id))) throw passkeyError();
    // locks the account, because concurrent requests do not see each other's passkeys
    const user = await lockUser(tx, client.id);
    if ((await tx.$count(passkeys, eq(passkeys.userId, client.id))) >= passkeysMax)
      throw new ApiError(409, "tooManyPasskeys");
    const row = {
      id,
      userId: client.id,
      name,
      counter,
      transports: transports as string[],
      createdAt: clock.now(),
    };
    await tx.insert(passkeys).values({ ...row, publicKey: Buffer.from(publicKey).toString("base64url") });
    await noteSecurityEvent(context, tx, { userId: client.id, kind: "passkeyAdded", subject: name });
    await notifyOfChange(context, tx, user, "PasskeyAdded");
    return { ok: true } as const;
  });
});

export const removePasskey = handle(contract.removePasskey, ({ passkeyId }, context) =>
  transaction(context.db, async (tx) => {
    const own = and(eq(passkeys.id, passkeyId), eq(passkeys.userId, context.client.id));
    const [key] = await tx.select({ name: passkeys.name }).from(passkeys).where(own).for("update");
    if (!key) throw new ApiError(404, "notFound");
    await tx.delete(passkeys).where(own);
    await noteSecurityEvent(context, tx, {
      userId: context.client.id,
      kind: "passkeyRemoved",
      subject: key.name,
    });
    await notifyOfChange(context, tx, await userOf(tx, context.client.id), "PasskeyRemoved");
    return { ok: true } as const;
  }),
);

export const keepPasskey = handle(contract.keepPasskey, ({ passkeyId }, context) =>
  transaction(context.db, async (tx) => {
    const userId = context.client.id;
    const own = and(eq(passkeys.id, passkeyId), eq(passkeys.userId, userId));
    const [key] = await tx.select().from(passkeys).where(own).for("update");
    if (!key) throw new ApiError(404, "notFound");
    if (!key.disabledAt) return { ok: true } as const;
    await tx.update(passkeys).set({ disabledAt: null }).where(own);
    await noteSecurityEvent(context, tx, { userId, kind: "passkeyKept", subject: key.name });
    return { ok: true } as const;
  }),
);

export type Transports = AuthenticatorTransport[];
