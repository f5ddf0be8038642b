import { serverPayments } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { accountOf, balancesOf, companyAccount, InsufficientFunds, post } from "#api/ledger/ledger";
import { ApiError } from "#api/lib/api-error";
import { creditPayment, issueInvoice } from "#api/modules/books/invoices/issue";
import { bookRewards } from "#api/modules/partners/rewards";
import type { Price } from "#api/modules/vps/rate/price";

export type PaymentKind = "rent" | "renewal" | "upgrade" | "refund";

type Payment = {
  serverId: string;
  userId: string;
  kind: PaymentKind;
  tariff: string;
  periodFrom: Date;
  periodTo: Date;
  /** Omitted if the payment is not for whole months. */
  months?: number;
  /** `totalCents` is paid by the client to the company; negative for a refund. */
  price: Price;
  /** The refunded payments, with the amount of each. */
  refunds?: readonly { paymentId: string; cents: number }[];
};

/**
 * Charges a payment to the client's balance (or refunds it), stores what it was for and issues the invoice (or the
 * credit notes), in one transaction. Returns the payment's id. Throws 422 `insufficientFunds` with `missingCents` if
 * the balance is too low.
 */
export async function charge(deps: Deps, tx: Tx, payment: Payment): Promise<string> {
  const { serverId, userId, kind, tariff, price } = payment;
  const id = deps.ids.id();
  const now = deps.clock.now();
  const { totalCents } = price;
  const ledgerId = totalCents === 0 ? null : await move(deps, tx, payment, id);
  await tx.insert(serverPayments).values({
    id,
    serverId,
    userId,
    kind,
    createdAt: now,
    periodFrom: payment.periodFrom,
    periodTo: payment.periodTo,
    months: payment.months,
    priceCents: price.priceCents,
    discountCents: price.discountCents,
    totalCents,
    promoCode: price.promo?.name,
    tariff,
    ledgerId,
  });
  if (ledgerId !== null) await invoice(deps, tx, payment, { id, ledgerId });
  if (kind !== "rent" && kind !== "renewal") return id;
  await bookRewards(deps, tx, {
    id,
    clientId: userId,
    kind,
    amountCents: totalCents,
    paidUntil: payment.periodTo,
    promoCodeId: price.promo?.promoCodeId,
    canGoBack: true,
  });
  return id;
}

async function invoice(
  deps: Deps,
  tx: Tx,
  { userId, serverId, kind, tariff, periodFrom, periodTo, price, refunds = [] }: Payment,
  { id, ledgerId }: { id: string; ledgerId: number },
): Promise<void> {
  if (kind !== "refund") {
    await issueInvoice(deps, tx, {
      userId,
      reference: { type: "server_payment", id },
      ledgerId,
      kind: `server_${kind}`,
      details: { serverId, tariff },
      period: { from: periodFrom, to: periodTo },
      totalCents: price.totalCents,
    });
    return;
  }
  for (const { paymentId, cents } of refunds)
    await creditPayment(deps, tx, { type: "server_payment", id: paymentId }, { cents, ledgerId });
}

async function move(
  deps: Deps,
  tx: Tx,
  { serverId, userId, kind, tariff, price }: Payment,
  id: string,
): Promise<number> {
  const { totalCents } = price;
  const [client, company] = [await accountOf(tx, userId, "main"), await companyAccount(tx, "revenue")];
  try {
    return await post(tx, {
      kind: `server_${kind}`,
      reference: { type: "server_payment", id },
      at: deps.clock.now(),
      entries: [
        { account: client, amountCents: -totalCents },
        { account: company, amountCents: totalCents },
      ],
      details: { serverId, tariff },
    });
  } catch (error) {
    if (!(error instanceof InsufficientFunds)) throw error;
    const { main } = await balancesOf(tx, userId);
    throw new ApiError(422, "insufficientFunds", { details: { missingCents: totalCents - main } });
  }
}
