import type { Tx } from "#api/db/transaction";
import { balancesOf } from "#api/ledger/ledger";
import { ApiError } from "#api/lib/api-error";

type Agreement = {
  userId: string;
  priceCents: number;
  agreedCents: number | undefined;
  /** Whether nothing is taken without a price that was shown either. */
  isRequired?: boolean;
  /** What else of the price of now is told. */
  about?: { endsAt: string };
};

/**
 * Nothing is taken at another price than the one that was shown, where a client says which or has to: 409 `priceDiffers` tells the price
 * of now and what the balance lacks for it.
 */
export async function checkAgreed(
  tx: Tx,
  { userId, priceCents, agreedCents, isRequired = false, about }: Agreement,
): Promise<void> {
  if (agreedCents === priceCents || (agreedCents === undefined && !isRequired)) return;
  const { main } = await balancesOf(tx, userId);
  const missingCents = Math.max(0, priceCents - main);
  throw new ApiError(409, "priceDiffers", { details: { priceCents, missingCents, ...about } });
}
