import { countTry, refuseTooManyTries } from "#api/calls/tries";
import { whenUndone } from "#api/db/extent";
import type { Tx } from "#api/db/transaction";
import { userOf } from "#api/identity/user-of";
import { sendMail } from "#api/mail/send";
import type { Parts } from "#api/parts";
import { Refusal } from "#api/values/refusal";
import { noteSecurityEvent } from "./events";
import { spendRecoveryCode } from "./recovery-codes";
import { hasTwoStep, spendTotp } from "./totp";

type From = Parts & { address: string; userAgent: string };

const triesPerMinute = 5;

/** Takes a code of the app or a recovery code. At most 5 wrong ones a minute per account; a recovery code's use is told by e-mail. */
export async function spendSecondFactor(
  context: From,
  tx: Tx,
  userId: string,
  code: string,
): Promise<boolean> {
  const key = `second-factor:${userId}`;
  await refuseTooManyTries(context, [key], triesPerMinute, tx);
  if (await spendTotp(context, tx, userId, code.replace(/\s/g, ""))) return true;
  if (await spendRecoveryCode(context, tx, userId, code)) {
    await noteSecurityEvent(context, tx, { userId, kind: "recoveryUsed" });
    const { email, language, name } = await userOf(tx, userId);
    const values = { name, change: "RecoveryUsed" as const, changedAt: context.clock.now().toISOString() };
    await sendMail(context, tx, { to: email, language, template: "securityChanged", values });
    return true;
  }
  whenUndone(async () => {
    await countTry(context, [key]);
    await noteSecurityEvent(context, context.db, { userId, kind: "secondStepFailed" });
  });
  return false;
}

/**
 * Asks again for the second step before something that must not be done by a borrowed session: withdrawals, wallets, the password.
 * Without two-step login it asks for nothing. The field that carries the code is `secondFactorCode`.
 */
export async function requireSecondFactor(
  context: From & { client: { id: string } },
  tx: Tx,
  secondFactorCode: string | undefined,
): Promise<void> {
  if (!(await hasTwoStep(tx, context.client.id))) return;
  if (!secondFactorCode) {
    throw new Refusal(403, "secondFactorNeeded", { fields: { secondFactorCode: "secondFactorNeeded" } });
  }
  if (await spendSecondFactor(context, tx, context.client.id, secondFactorCode)) return;
  throw new Refusal(422, "secondFactorWrong", { fields: { secondFactorCode: "secondFactorWrong" } });
}
