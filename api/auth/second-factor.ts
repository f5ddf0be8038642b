import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { spendRecoveryCode } from "./recovery-codes";
import { spendTotp } from "./totp";

/** Takes a code of the app or a recovery code, each once; null where it is neither. Count the try before. */
export async function spendSecondFactor(
  deps: Deps,
  tx: Tx,
  userId: string,
  code: string,
): Promise<"totp" | "recovery" | null> {
  if (await spendTotp(deps, tx, userId, code.replace(/\s/g, ""))) return "totp";
  return (await spendRecoveryCode(deps, tx, userId, code)) ? "recovery" : null;
}
