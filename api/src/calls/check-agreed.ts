import type { Tx } from "#api/db/transaction";
import { balancesOf } from "#api/ledger/ledger";
import { Refusal } from "#api/values/refusal";

type Agreement = {
  userId: string;
  priceCents: number;
  agreedCents: number | undefined;
  /** What else of the price of now is told. */
  about?: { endsAt: string };
};

/**
 * Nothing is taken at another price than the one that was shown, where a client says which: 409 `priceDiffers` tells the price of now and
 * what the balance lacks for it.
 */
export async function checkAgreed(
  tx: Tx,
  { userId, priceCents, agreedCents, about }: Agreement,
): Promise<void> {
  if (agreedCents === undefined || agreedCents === priceCents) return;
  const { main } = await balancesOf(tx, userId);
  const missingCents = Math.max(0, priceCents - main);
  throw new Refusal(409, "priceDiffers", { details: { priceCents, missingCents, ...about } });
}
