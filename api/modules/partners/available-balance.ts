import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { lockAccountsOf } from "#api/ledger/ledger";
import { ApiError } from "#api/lib/api-error";
import { formatMoney } from "#api/lib/format";
import type { Language } from "#contract/languages";
import { findClearing } from "./clearing";
import { partnerBalance } from "./money";

/**
 * Throws 409 `partnerBalanceLow` if a partner's cleared money does not cover a sum. Locks the partner's accounts, so
 * that concurrent requests cannot both use the same money, and no reward moves between the two reads.
 */
export async function requireAvailable(
  deps: Deps,
  tx: Tx,
  userId: string,
  amountCents: number,
  language: Language,
): Promise<void> {
  await lockAccountsOf(tx, userId);
  const [balance, clearing] = [
    await partnerBalance(tx, userId),
    await findClearing(tx, userId, deps.clock.now()),
  ];
  const availableCents = Math.max(0, balance - clearing.cents);
  if (availableCents >= amountCents) return;
  throw new ApiError(409, "partnerBalanceLow", {
    details: { available: formatMoney(availableCents, language) },
  });
}
