import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import { and, eq, isNull } from "drizzle-orm";
import { userOf } from "#api/auth/user-of";
import { passkeys } from "#api/db/schema/security";
import { transaction } from "#api/db/transaction";
import { handle } from "#api/http/handle";
import { consume } from "#api/http/rate-limit";
import { ApiError } from "#api/lib/api-error";
import * as contract from "#contract/security/index";
import { closeChallenge, openChallenge, tryChallenge } from "./challenges";
import type { Transports } from "./passkeys";
import { parsed, siteOf, webauthn } from "./passkeys";
import { startSession } from "./start-session";

const passkeyError = () => new ApiError(422, "passkeyRefused");

export const passkeyLoginOptions = handle(
  contract.passkeyLoginOptions,
  async ({ secondStepTicket }, context) => {
    await consume(context, [{ key: `passkey:${context.network}`, limit: 30 }]);
    const waiting = secondStepTicket ? await tryChallenge(context, "secondStep", secondStepTicket) : null;
    if (secondStepTicket && !waiting) throw new ApiError(400, "secondStepOver");
    const userId = waiting?.userId ?? null;
    const allowedPasskeys = userId
      ? await context.db
          .select()
          .from(passkeys)
          .where(and(eq(passkeys.userId, userId), isNull(passkeys.disabledAt)))
      : [];
    const { generateAuthenticationOptions } = await webauthn();
    const options = await generateAuthenticationOptions({
      rpID: siteOf(context.settings).rpID,
      userVerification: "required",
      // for a login by passkey alone the list is empty: the browser finds its passkeys
      allowCredentials: allowedPasskeys.map(({ id, transports }) => ({
        id,
        transports: transports as Transports,
      })),
    });
    const ticket = await openChallenge(context, context.db, {
      purpose: "passkeyLogin",
      userId,
      challenge: options.challenge,
    });
    return { ticket, options: JSON.stringify(options) };
  },
);

export const passkeyLogin = handle(contract.passkeyLogin, async ({ ticket, response }, context) => {
  const question = await tryChallenge(context, "passkeyLogin", ticket);
  if (!question?.challenge) throw passkeyError();
  const answer = parsed<AuthenticationResponseJSON>(response);
  const { rpID, origin } = siteOf(context.settings);
  return transaction(context.db, async (tx) => {
    const [key] = await tx
      .select()
      .from(passkeys)
      .where(eq(passkeys.id, String(answer.id)))
      .for("update");
    // as a second step only a passkey of the user who entered the password is accepted
    if (!key || key.disabledAt || (question.userId && question.userId !== key.userId)) throw passkeyError();
    const { verifyAuthenticationResponse } = await webauthn();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer,
      expectedChallenge: question.challenge ?? "",
      expectedOrigin: origin,
      expectedRPID: rpID,
      credential: {
        id: key.id,
        publicKey: new Uint8Array(Buffer.from(key.publicKey, "base64url")),
        counter: key.counter,
        transports: key.transports as Transports,
      },
    }).catch(() => {
      throw passkeyError();
    });
    if (!verified || !(await closeChallenge(tx, question.id))) throw passkeyError();
    const used = { counter: authenticationInfo.newCounter, lastUsedAt: context.clock.now() };
    await tx.update(passkeys).set(used).where(eq(passkeys.id, key.id));
    const user = await userOf(tx, key.userId);
    if (!user.emailVerifiedAt) throw new ApiError(403, "emailNotVerified");
    return startSession(context, tx, user);
  });
});
