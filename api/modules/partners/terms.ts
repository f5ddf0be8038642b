import type { BusinessSettings } from "#api/modules/settings/business-settings";
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

/** Returns the discounts that a partner with this many active referrals may give. */
export const discountsFor = (steps: BusinessSettings["promoDiscounts"], activeReferrals: number): number[] =>
  steps.filter((step) => step.activeReferrals <= activeReferrals).map(({ discount }) => discount);

/**
 * Returns a level's reward for a payment in whole cents, rounded down, so that all levels together never exceed their
 * percents.
 */
export function rewardCents(paymentCents: number, percent: number): number {
  return Math.floor((paymentCents * Math.round(percent * 100)) / 10_000);
}
