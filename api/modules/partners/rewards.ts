import { and, eq, gte, inArray, isNull, sql } from "drizzle-orm";
import { partnerNetwork, partnerPayments, partnerRewards } from "#api/db/schema/partners";
import { deposits } from "#api/db/schema/payments";
import { promoCodes, promoReservations, promoUses } from "#api/db/schema/promo-codes";
import { users } from "#api/db/schema/users";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { dayMilliseconds } from "#contract/day";
import { attributeByPromoCode } from "./attribute";
import { findTerms } from "./find-terms";
import { payReward, takeRewardBack } from "./money";
import { requireUseLeft } from "./promo-discount";
import { rewardCents } from "./terms";

/** A payment of a client for a rental or a renewal. */
export type RentalPayment = {
  /** The payment's own id; a repeat with it books nothing more. */
  id: string;
  clientId: string;
  kind: "rent" | "renewal";
  /** Amount paid, after all discounts. */
  amountCents: number;
  /** Time until which the payment covers the server. */
  paidUntil: Date;
  /** The promo code used, as returned by `promoDiscount`. */
  promoCodeId?: string | null;
  /** The payment may still be refunded: the reward clears only after `releaseRewards` was called for it. */
  canGoBack?: boolean;
};

async function usePromoCode(deps: Deps, tx: Tx, payment: RentalPayment, promoCodeId: string): Promise<void> {
  const ofCode = eq(promoCodes.id, promoCodeId);
  const [promo] = await tx.select().from(promoCodes).where(ofCode);
  if (!promo) return;
  if (promo.useLimit !== null) {
    // under a lock, so that concurrent payments cannot exceed the limit
    await tx.select({ id: promoCodes.id }).from(promoCodes).where(ofCode).for("no key update");
    await requireUseLeft(tx, promo, payment.id);
  }
  await tx
    .insert(promoUses)
    .values({
      paymentId: payment.id,
      promoCodeId,
      userId: payment.clientId,
      usedAt: deps.clock.now(),
      leftCents: payment.amountCents,
    })
    .onConflictDoNothing();
  await tx
    .delete(promoReservations)
    .where(
      and(eq(promoReservations.userId, payment.clientId), eq(promoReservations.promoCodeId, promoCodeId)),
    );
  // a code of the provider brings nobody a client
  if (promo.userId !== null) await attributeByPromoCode(deps, tx, payment.clientId, promo.userId);
}

/**
 * Books the partners' rewards of a payment: up to three levels, each a separate ledger transaction with payment,
 * level, percent and the day before which it does not clear. Call it in the database transaction of the payment.
 * Clients without a referrer earn nobody anything; a repeat with the same payment changes nothing.
 */
export async function bookRewards(deps: Deps, tx: Tx, payment: RentalPayment): Promise<void> {
  if (payment.promoCodeId) await usePromoCode(deps, tx, payment, payment.promoCodeId);
  const earning = await tx
    .select({
      partnerId: partnerNetwork.partnerId,
      level: partnerNetwork.level,
      allowed: users.partnerAllowed,
    })
    .from(partnerNetwork)
    .innerJoin(users, eq(users.id, partnerNetwork.partnerId))
    .where(eq(partnerNetwork.clientId, payment.clientId))
    .orderBy(partnerNetwork.level);
  if (earning.length === 0) return;
  const now = deps.clock.now();
  const { id, clientId, kind, amountCents, paidUntil } = payment;
  const noted = await tx
    .insert(partnerPayments)
    .values({ id, clientId, kind, amountCents, paidUntil, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: partnerPayments.id });
  if (noted.length === 0) return;
  const terms = await findTerms(tx);
  const clearsAt = new Date(
    Math.max(now.getTime() + terms.clearingDays * dayMilliseconds, await depositsClearAt(deps, tx, clientId)),
  );
  for (const { partnerId, level, allowed } of earning) {
    const percent = terms.percents[level];
    const reward = {
      id: deps.ids.id(),
      partnerId,
      clientId,
      paymentId: id,
      level,
      percent,
      amountCents: rewardCents(amountCents, percent),
      createdAt: now,
      clearsAt,
      settledAt: payment.canGoBack ? null : now,
    };
    if (!allowed || reward.amountCents === 0) continue;
    const transactionId = await payReward(deps, tx, reward);
    await tx.insert(partnerRewards).values({ ...reward, transactionId });
  }
}

/**
 * Returns when the payer's bank can no longer reverse any of a client's deposits; epoch milliseconds, 0 if there are
 * none.
 */
async function depositsClearAt({ settings, clock }: Deps, tx: Tx, clientId: string): Promise<number> {
  const days = settings.clearingDays ?? {};
  const longest = Math.max(0, ...Object.values(days));
  if (longest === 0) return 0;
  const since = new Date(clock.now().getTime() - longest * dayMilliseconds);
  const received = await tx
    .select({ method: deposits.method, at: deposits.receivedAt })
    .from(deposits)
    .where(
      and(eq(deposits.userId, clientId), eq(deposits.status, "received"), gte(deposits.receivedAt, since)),
    );
  return Math.max(
    0,
    ...received.map(({ method, at }) => (at?.getTime() ?? 0) + (days[method] ?? 0) * dayMilliseconds),
  );
}

/** Starts the clearing of the rewards of payments that can no longer be refunded. */
export async function releaseRewards(deps: Deps, tx: Tx, paymentIds: readonly string[]): Promise<void> {
  if (paymentIds.length === 0) return;
  await tx
    .update(partnerRewards)
    .set({ settledAt: deps.clock.now() })
    .where(and(inArray(partnerRewards.paymentId, [...paymentIds]), isNull(partnerRewards.settledAt)));
}

/**
 * Adjusts the rewards of a refunded payment (all that is left of it, unless `cents` is given): each is reduced to its
 * percent of the remaining amount by a negative row. Partners owe what they have already spent (docs/adr/0020).
 */
export async function bookRefund(deps: Deps, tx: Tx, paymentId: string, cents?: number): Promise<void> {
  const now = deps.clock.now();
  // also if the payment earned nobody a reward
  await tx
    .update(promoUses)
    .set({ leftCents: cents === undefined ? 0 : sql`greatest(0, ${promoUses.leftCents} - ${cents}::int)` })
    .where(eq(promoUses.paymentId, paymentId));
  const [payment] = await tx
    .select()
    .from(partnerPayments)
    .where(eq(partnerPayments.id, paymentId))
    .for("update");
  if (!payment || payment.refundedAt) return;
  const refundedCents = Math.min(payment.amountCents, payment.refundedCents + (cents ?? payment.amountCents));
  const netCents = payment.amountCents - refundedCents;
  await tx
    .update(partnerPayments)
    .set({ refundedCents, refundedAt: netCents === 0 ? now : null })
    .where(eq(partnerPayments.id, paymentId));
  const rows = await tx.select().from(partnerRewards).where(eq(partnerRewards.paymentId, paymentId));
  for (const reward of rows.filter((row) => row.reversedRewardId === null)) {
    const stands = rows.reduce((sum, row) => (row.level === reward.level ? sum + row.amountCents : sum), 0);
    const amountCents = rewardCents(netCents, reward.percent) - stands;
    if (amountCents === 0) continue;
    const back = { ...reward, id: deps.ids.id(), reversedRewardId: reward.id, amountCents, createdAt: now };
    const transactionId = await takeRewardBack(deps, tx, back);
    await tx.insert(partnerRewards).values({ ...back, transactionId });
  }
}
