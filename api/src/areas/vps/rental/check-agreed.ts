import type { Tx } from "#api/db/transaction";
import { balancesOf } from "#api/ledger/ledger";
import { Refusal } from "#api/values/refusal";

type Agreement = { userId: string; totalCents: number; agreedCents: number | undefined };

/**
 * Nothing is taken at another price than the one that was shown, where a client says which: 409 `priceDiffers` tells the price of now and
 * what the balance lacks for it.
 */
export async function checkAgreed(tx: Tx, { userId, totalCents, agreedCents }: Agreement): Promise<void> {
  if (agreedCents === undefined || agreedCents === totalCents) return;
  const { main } = await balancesOf(tx, userId);
  const missingCents = Math.max(0, totalCents - main);
  throw new Refusal(409, "priceDiffers", { details: { priceCents: totalCents, missingCents } });
}
