import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { accountOf, balancesOf, companyAccount, InsufficientFunds, post } from "#api/ledger/ledger";
import { ApiError } from "#api/lib/api-error";

type Charge = {
  userId: string;
  kind: "subscription" | "accounts";
  periodId: string;
  cents: number;
  details: Record<string, number>;
};

/** Takes a subscription's price from the client's balance. 422 `insufficientFunds` with `missingCents` and `priceCents`. */
export async function charge(
  deps: Pick<Deps, "clock">,
  tx: Tx,
  { userId, kind, periodId, cents, details }: Charge,
): Promise<void> {
  if (cents === 0) return;
  const [client, house] = [await accountOf(tx, userId, "main"), await companyAccount(tx, "revenue")];
  try {
    await post(tx, {
      kind: `monitoring_${kind}`,
      reference: { type: "monitoring_period", id: periodId },
      at: deps.clock.now(),
      entries: [
        { account: client, amountCents: -cents },
        { account: house, amountCents: cents },
      ],
      details,
    });
  } catch (error) {
    if (!(error instanceof InsufficientFunds)) throw error;
    const { main } = await balancesOf(tx, userId);
    throw new ApiError(422, "insufficientFunds", {
      details: { missingCents: cents - main, priceCents: cents },
    });
  }
}
