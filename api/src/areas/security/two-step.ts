import { eq } from "drizzle-orm";
import { countTry, refuseTooManyTries } from "#api/calls/tries";
import { verb } from "#api/calls/verb";
import { recoveryCodes, totpKeys } from "#api/db/schema/security";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import { isPassword } from "#api/identity/passwords";
import { userOf } from "#api/identity/user-of";
import { sendMail } from "#api/mail/send";
import type { Parts } from "#api/parts";
import { Refusal } from "#api/values/refusal";
import * as contract from "#contract/security/index";
import { noteSecurityEvent } from "./events";
import { makeRecoveryCodes } from "./recovery-codes";
import { requireSecondFactor } from "./second-factor";
import { hasTwoStep, makeTotpKey, spendTotp, totpAddress } from "./totp";

type From = Parts & { address: string; userAgent: string; client: { id: string } };
type Change = "TotpOn" | "TotpOff" | "PasskeyAdded" | "PasskeyRemoved";

/** Tells the owner by e-mail that the account's protection has changed. */
export async function tellOfChange(context: From, tx: Tx, change: Change): Promise<void> {
  const { email, language, name } = await userOf(tx, context.client.id);
  const values = { name, change, changedAt: context.clock.now().toISOString() };
  await sendMail(context, tx, { to: email, language, template: "securityChanged", values });
}

export const prepareTwoStep = verb(contract.prepareTwoStep, (_input, context) =>
  transaction(context.db, async (tx) => {
    const { email, id } = await userOf(tx, context.client.id);
    if (await hasTwoStep(tx, id)) throw new Refusal(409, "twoStepAlreadyOn");
    const secret = await makeTotpKey(context, tx, id);
    return { secret, address: totpAddress(secret, email, context.settings.productName) };
  }),
);

export const turnOnTwoStep = verb(contract.turnOnTwoStep, async ({ code }, context) => {
  const { id } = context.client;
  const key = `totp:${id}`;
  await refuseTooManyTries(context, [key]);
  await countTry(context, [key]);
  return transaction(context.db, async (tx) => {
    if (await hasTwoStep(tx, id)) throw new Refusal(409, "twoStepAlreadyOn");
    if (!(await spendTotp(context, tx, id, code, false))) {
      throw new Refusal(422, "secondFactorWrong", { fields: { code: "secondFactorWrong" } });
    }
    await noteSecurityEvent(context, tx, { userId: id, kind: "totpOn" });
    await tellOfChange(context, tx, "TotpOn");
    return { recoveryCodes: await makeRecoveryCodes(context, tx, id) };
  });
});

/** A session alone is not enough to weaken an account: the password is asked for once more. */
async function requirePassword(context: From, password: string): Promise<void> {
  const key = `password:${context.client.id}`;
  await refuseTooManyTries(context, [key]);
  const { passwordHash } = await userOf(context.db, context.client.id);
  if (await isPassword(passwordHash, password)) return;
  await countTry(context, [key]);
  throw new Refusal(422, "passwordWrong", { fields: { password: "passwordWrong" } });
}

/** Takes the second step off an account, notes it and tells its owner. */
export async function removeTwoStep(context: From, tx: Tx): Promise<void> {
  const { id } = context.client;
  await tx.delete(totpKeys).where(eq(totpKeys.userId, id));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, id));
  await noteSecurityEvent(context, tx, { userId: id, kind: "totpOff" });
  await tellOfChange(context, tx, "TotpOff");
}

export const turnOffTwoStep = verb(
  contract.turnOffTwoStep,
  async ({ password, secondFactorCode }, context) => {
    if (!(await hasTwoStep(context.db, context.client.id))) throw new Refusal(409, "twoStepOff");
    await requirePassword(context, password);
    await transaction(context.db, async (tx) => {
      await requireSecondFactor(context, tx, secondFactorCode);
      await removeTwoStep(context, tx);
    });
    return { ok: true } as const;
  },
);

export const newRecoveryCodes = verb(
  contract.newRecoveryCodes,
  async ({ password, secondFactorCode }, context) => {
    const { id } = context.client;
    if (!(await hasTwoStep(context.db, id))) throw new Refusal(409, "twoStepOff");
    await requirePassword(context, password);
    return transaction(context.db, async (tx) => {
      await requireSecondFactor(context, tx, secondFactorCode);
      await noteSecurityEvent(context, tx, { userId: id, kind: "recoveryMade" });
      return { recoveryCodes: await makeRecoveryCodes(context, tx, id) };
    });
  },
);
