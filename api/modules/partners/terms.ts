import type { referralLevels } from "#contract/rules";

export type Level = (typeof referralLevels)[number];

/**
 * The rates and deadlines of the program. The operator may change all of them; rewards keep the percent they were
 * booked with.
 */
export type Terms = {
  /** Percent of a payment by level. */
  percents: Record<Level, number>;
  minWithdrawalCents: number;
  /** Days after a payment before its reward may be withdrawn: the time in which the payment may be refunded. */
  clearingDays: number;
};

export const defaultTerms: Terms = {
  percents: { 1: 20, 2: 5, 3: 3 },
  minWithdrawalCents: 20_00,
  clearingDays: 0,
};

/** Promo code discounts in percent, and the active referrals (of all levels) they require. */
export const discountRules = [
  { discount: 5, activeReferrals: 0 },
  { discount: 10, activeReferrals: 5 },
  { discount: 15, activeReferrals: 20 },
  { discount: 20, activeReferrals: 50 },
] as const;

/** Returns the discounts that a partner with this many active referrals may give. */
export function discountsFor(activeReferrals: number): number[] {
  return discountRules.filter((rule) => rule.activeReferrals <= activeReferrals).map((rule) => rule.discount);
}

/**
 * Returns a level's reward for a payment in whole cents, rounded down, so that all levels together never exceed their
 * percents.
 */
export function rewardCents(paymentCents: number, percent: number): number {
  return Math.floor((paymentCents * Math.round(percent * 100)) / 10_000);
}
