import type { Tx } from "#api/db/transaction";
import { balancesOf } from "#api/ledger/ledger";
import { ApiError } from "#api/lib/api-error";

type Agreement = {
  userId: string;
  priceCents: number;
  agreedCents: number | undefined;
  /** Whether a missing expected price is rejected too. */
  isRequired?: boolean;
  /** More details of the current price for the response. */
  about?: { endsAt: string };
};

/**
 * Throws 409 `priceDiffers` with the current price and the sum missing on the balance if the expected price differs,
 * or is missing although it is required.
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
