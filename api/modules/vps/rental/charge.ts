import { serverPayments } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { accountOf, balancesOf, companyAccount, InsufficientFunds, post } from "#api/ledger/ledger";
import { ApiError } from "#api/lib/api-error";
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
  /** Left out where it is not for whole months. */
  months?: number;
  /** `totalCents` is what moves from the client to the house; a refund's is below zero. */
  price: Price;
};

/**
 * Takes the money of a payment from the client's balance (or gives it back) and notes what it was for, in one transaction. Returns the payment's id.
 * 422 `insufficientFunds` with `missingCents` where the balance does not suffice.
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

async function move(
  deps: Deps,
  tx: Tx,
  { serverId, userId, kind, tariff, price }: Payment,
  id: string,
): Promise<number> {
  const { totalCents } = price;
  const [client, house] = [await accountOf(tx, userId, "main"), await companyAccount(tx, "revenue")];
  try {
    return await post(tx, {
      kind: `server_${kind}`,
      reference: { type: "server_payment", id },
      at: deps.clock.now(),
      entries: [
        { account: client, amountCents: -totalCents },
        { account: house, amountCents: totalCents },
      ],
      details: { serverId, tariff },
    });
  } catch (error) {
    if (!(error instanceof InsufficientFunds)) throw error;
    const { main } = await balancesOf(tx, userId);
    throw new ApiError(422, "insufficientFunds", { details: { missingCents: totalCents - main } });
  }
}
