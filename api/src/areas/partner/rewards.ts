import { and, eq, isNull, ne } from "drizzle-orm";
import {
  partnerNetwork,
  partnerPayments,
  partnerRewards,
  promoCodes,
  promoHolds,
  promoUses,
} from "#api/db/schema/partner";
import { users } from "#api/db/schema/user";
import type { Tx } from "#api/db/transaction";
import type { Parts } from "#api/parts";
import { attributeByPromoCode } from "./attribute";
import { findTerms } from "./find-terms";
import { partnerBalance, payReward, takeRewardBack } from "./money";
import { rewardCents } from "./terms";

const day = 86_400_000;

/** A rent or a renewal that a client has paid. */
export type RentalPayment = {
  /** The payment's own id; a repeat books nothing more. */
  id: string;
  clientId: string;
  kind: "rent" | "renewal";
  /** What was paid, after all discounts. */
  amountCents: number;
  /** Until when the server is paid by it. */
  paidUntil: Date;
  /** The promo code that was used, as `promoDiscount` returned it. */
  promoCodeId?: string | null;
};

async function usePromoCode(
  parts: Parts,
  tx: Tx,
  payment: RentalPayment,
  promoCodeId: string,
): Promise<void> {
  const [promo] = await tx.select().from(promoCodes).where(eq(promoCodes.id, promoCodeId));
  if (!promo) return;
  await tx
    .insert(promoUses)
    .values({ paymentId: payment.id, promoCodeId, userId: payment.clientId, usedAt: parts.clock.now() })
    .onConflictDoNothing();
  await tx
    .delete(promoHolds)
    .where(and(eq(promoHolds.userId, payment.clientId), eq(promoHolds.promoCodeId, promoCodeId)));
  await attributeByPromoCode(parts, tx, payment.clientId, promo.userId);
}

/**
 * Books what partners earn from a payment: up to three levels, each a ledger transaction of its own that names
 * payment, level, percent and the day it clears. To be called in the database transaction of the payment.
 * Clients whom nobody brought cost nothing; a repeat with the same payment changes nothing.
 */
export async function bookRewards(parts: Parts, tx: Tx, payment: RentalPayment): Promise<void> {
  if (payment.promoCodeId) await usePromoCode(parts, tx, payment, payment.promoCodeId);
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
  const now = parts.clock.now();
  const { id, clientId, kind, amountCents, paidUntil } = payment;
  const noted = await tx
    .insert(partnerPayments)
    .values({ id, clientId, kind, amountCents, paidUntil, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: partnerPayments.id });
  if (noted.length === 0) return;
  const terms = await findTerms(tx);
  const clearsAt = new Date(now.getTime() + terms.clearingDays * day);
  for (const { partnerId, level, allowed } of earning) {
    const percent = terms.percents[level];
    const reward = {
      id: parts.ids.id(),
      partnerId,
      clientId,
      paymentId: id,
      level,
      percent,
      amountCents: rewardCents(amountCents, percent),
      createdAt: now,
      clearsAt,
    };
    if (!allowed || reward.amountCents === 0) continue;
    const transactionId = await payReward(parts, tx, reward);
    await tx.insert(partnerRewards).values({ ...reward, transactionId });
  }
}

/**
 * Takes the rewards of a refunded payment back, each by a row below zero. What has cleared may be spent already:
 * then only as much is taken as the partner balance still holds, and the provider bears the rest (docs/decisions/0071).
 */
export async function bookRefund(parts: Parts, tx: Tx, paymentId: string): Promise<void> {
  const now = parts.clock.now();
  const refunded = await tx
    .update(partnerPayments)
    .set({ refundedAt: now })
    .where(and(eq(partnerPayments.id, paymentId), isNull(partnerPayments.refundedAt)))
    .returning({ id: partnerPayments.id });
  if (refunded.length === 0) return;
  const rewards = await tx
    .select()
    .from(partnerRewards)
    .where(
      and(
        eq(partnerRewards.paymentId, paymentId),
        isNull(partnerRewards.takesBackId),
        ne(partnerRewards.amountCents, 0),
      ),
    )
    .orderBy(partnerRewards.level);
  for (const reward of rewards) {
    const amountCents = Math.min(reward.amountCents, await partnerBalance(tx, reward.partnerId));
    const back = {
      ...reward,
      id: parts.ids.id(),
      takesBackId: reward.id,
      amountCents: -amountCents,
      createdAt: now,
    };
    const transactionId = amountCents > 0 ? await takeRewardBack(parts, tx, back) : null;
    await tx.insert(partnerRewards).values({ ...back, transactionId });
  }
}
