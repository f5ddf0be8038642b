import { eq } from "drizzle-orm";
import { noteSecurityEvent } from "#api/auth/events";
import { createRecoveryCodes } from "#api/auth/recovery-codes";
import { createTotpKey, hasTwoStep, spendTotp, totpAddress } from "#api/auth/totp";
import { userOf } from "#api/auth/user-of";
import { recoveryCodes, totpKeys } from "#api/db/schema/security";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { notifyOfChange } from "#api/email/security-emails";
import { handle } from "#api/http/handle";
import { consume, giveBack } from "#api/http/rate-limit";
import { ApiError } from "#api/lib/api-error";
import * as contract from "#contract/security/index";

type From = Deps & { address: string; userAgent: string; client: { id: string } };

/** Renews the recent authentication; the check runs before every endpoint with `recentAuth` (`http/recent-auth.ts`). */
export const prove = handle(contract.prove, async () => ({ ok: true }) as const);

export const prepareTwoStep = handle(contract.prepareTwoStep, (_input, context) =>
  transaction(context.db, async (tx) => {
    const { email, id } = await userOf(tx, context.client.id);
    if (await hasTwoStep(tx, id)) throw new ApiError(409, "twoStepAlreadyOn");
    const secret = await createTotpKey(context, tx, id);
    return { secret, address: totpAddress(secret, email, context.settings.brand.name) };
  }),
);

export const turnOnTwoStep = handle(contract.turnOnTwoStep, async ({ code }, context) => {
  const { id } = context.client;
  const limits = [{ key: `totp:${id}` }];
  await consume(context, limits);
  const codes = await transaction(context.db, async (tx) => {
    if (await hasTwoStep(tx, id)) throw new ApiError(409, "twoStepAlreadyOn");
    if (!(await spendTotp(context, tx, id, code, false))) {
      throw new ApiError(422, "secondFactorWrong", { fields: { code: "secondFactorWrong" } });
    }
    await noteSecurityEvent(context, tx, { userId: id, kind: "totpOn" });
    await notifyOfChange(context, tx, await userOf(tx, id), "TotpOn");
    return createRecoveryCodes(context, tx, id);
  });
  await giveBack(context, limits);
  return { recoveryCodes: codes };
});

/** Turns two-step login off for an account, logs it and notifies its owner. */
export async function removeTwoStep(context: From, tx: Tx): Promise<void> {
  const { id } = context.client;
  await tx.delete(totpKeys).where(eq(totpKeys.userId, id));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, id));
  await noteSecurityEvent(context, tx, { userId: id, kind: "totpOff" });
  await notifyOfChange(context, tx, await userOf(tx, id), "TotpOff");
}

export const turnOffTwoStep = handle(contract.turnOffTwoStep, (_input, context) =>
  transaction(context.db, async (tx) => {
    if (!(await hasTwoStep(tx, context.client.id))) throw new ApiError(409, "twoStepOff");
    await removeTwoStep(context, tx);
    return { ok: true } as const;
  }),
);

export const newRecoveryCodes = handle(contract.newRecoveryCodes, (_input, context) =>
  transaction(context.db, async (tx) => {
    const { id } = context.client;
    if (!(await hasTwoStep(tx, id))) throw new ApiError(409, "twoStepOff");
    await noteSecurityEvent(context, tx, { userId: id, kind: "recoveryMade" });
    await notifyOfChange(context, tx, await userOf(tx, id), "RecoveryMade");
    return { recoveryCodes: await createRecoveryCodes(context, tx, id) };
  }),
);
