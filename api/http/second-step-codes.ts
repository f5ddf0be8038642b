import { noteSecurityEvent } from "#api/auth/events";
import { spendSecondFactor } from "#api/auth/second-factor";
import { userOf } from "#api/auth/user-of";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { notifyOfChange } from "#api/email/security-emails";
import { daySeconds } from "#contract/day";
import type { RateLimit } from "./rate-limit";

type From = Deps & { address: string; userAgent: string };

/** Wrong codes of an account: 5 a minute and 50 a day for each `who` (`countedAs`, or a session). */
export const codeLimits = (userId: string, who: string): RateLimit[] => [
  { key: `second-factor:${who}:${userId}`, limit: 5 },
  { key: `second-factor-day:${who}:${userId}`, limit: 50, windowSeconds: daySeconds },
];

/**
 * Consumes a code whose attempt is already counted. The use of a recovery code is recorded and reported by e-mail.
 */
export async function takeCode(context: From, tx: Tx, userId: string, code: string): Promise<boolean> {
  const codeKind = await spendSecondFactor(context, tx, userId, code);
  if (codeKind === "recovery") {
    await noteSecurityEvent(context, tx, { userId, kind: "recoveryUsed" });
    await notifyOfChange(context, tx, await userOf(tx, userId), "RecoveryUsed");
  }
  return codeKind !== null;
}
