import type { Tx } from "#api/db/transaction";
import { accountOf, balancesOf, companyAccount, InsufficientFunds, post } from "#api/ledger/ledger";
import { ApiError } from "#api/lib/api-error";
import type { IssueDeps } from "#api/modules/books/invoices/issue";
import { issueInvoice } from "#api/modules/books/invoices/issue";

type Charge = {
  userId: string;
  kind: "subscription" | "accounts";
  periodId: string;
  cents: number;
  details: Record<string, number>;
  /** The period that is paid for. */
  period: { from: Date; to: Date };
};

/**
 * Charges a subscription's price to the client's balance and issues the invoice. Throws 422 `insufficientFunds` with
 * `missingCents` and `priceCents`.
 */
export async function charge(
  deps: IssueDeps,
  tx: Tx,
  { userId, kind, periodId, cents, details, period }: Charge,
): Promise<void> {
  if (cents === 0) return;
  const [client, company] = [await accountOf(tx, userId, "main"), await companyAccount(tx, "revenue")];
  try {
    const ledgerId = await post(tx, {
      kind: `monitoring_${kind}`,
      reference: { type: "monitoring_period", id: periodId },
      at: deps.clock.now(),
      entries: [
        { account: client, amountCents: -cents },
        { account: company, amountCents: cents },
      ],
      details,
    });
    await issueInvoice(deps, tx, {
      userId,
      reference: { type: "monitoring_period", id: periodId },
      ledgerId,
      kind: `monitoring_${kind}`,
      details,
      period,
      totalCents: cents,
    });
  } catch (error) {
    if (!(error instanceof InsufficientFunds)) throw error;
    const { main } = await balancesOf(tx, userId);
    throw new ApiError(422, "insufficientFunds", {
      details: { missingCents: cents - main, priceCents: cents },
    });
  }
}
