import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { spendRecoveryCode } from "./recovery-codes";
import { spendTotp } from "./totp";

/**
 * Accepts a code of the app or a recovery code, each once; returns null if it is neither. Consume the rate limit
 * first.
 */
export async function spendSecondFactor(
  deps: Deps,
  tx: Tx,
  userId: string,
  code: string,
): Promise<"totp" | "recovery" | null> {
  if (await spendTotp(deps, tx, userId, code.replace(/\s/g, ""))) return "totp";
  return (await spendRecoveryCode(deps, tx, userId, code)) ? "recovery" : null;
}
