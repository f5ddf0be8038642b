import * as z from "zod/mini";
import { cents, dollarSum, timestamp } from "#contract/fields";
import { date } from "#contract/period";
import { referralLevels } from "#contract/rules";

/*
 * What the specification's section 3 names, as it names it: its sums travel in dollars and are cents on either side.
 * The other fields are ours; a service that keeps to the specification alone leaves them out.
 */

export const level = z.literal([...referralLevels]);

const ours = {
  balanceCents: z.optional(cents),
  /** What the client owes: rewards pay it first (docs/adr/0020). */
  owedCents: z.optional(cents),
  /** What of the balance has cleared: it may be withdrawn or transferred. */
  availableCents: z.optional(cents),
  /** What of the balance has not cleared yet, and when the next of it does. */
  clearingCents: z.optional(cents),
  nextClearsAt: z.optional(z.nullable(timestamp)),
  clearingDays: z.optional(z.int()),
  /** By when a withdrawal that is asked for now would be processed. */
  withdrawalDueOn: z.optional(date),
  turnoverCents: z.optional(cents),
  rewardCents: z.optional(cents),
};

const counts = {
  referral_code: z.string(),
  level_1_referral_active_count: z.int(),
  level_2_referral_active_count: z.int(),
  level_3_referral_active_count: z.int(),
};

export const info = z.codec(
  z.object({ ...counts, partnerMinWithdrawal: dollarSum, ...ours }),
  z.object({ ...counts, partnerMinWithdrawalCents: cents, ...ours }),
  {
    decode: ({ partnerMinWithdrawal, ...rest }) => ({
      ...rest,
      partnerMinWithdrawalCents: partnerMinWithdrawal,
    }),
    encode: ({ partnerMinWithdrawalCents, ...rest }) => ({
      ...rest,
      partnerMinWithdrawal: partnerMinWithdrawalCents,
    }),
  },
);

const levelFacts = {
  level,
  /** Percent of a payment. */
  rewardForLevel: z.number(),
  userCount: z.int(),
};

/** `rewardCount` is the turnover of a level. */
export const levelRow = z.codec(
  z.object({ ...levelFacts, rewardCount: dollarSum, rewardSum: dollarSum }),
  z.object({ ...levelFacts, rewardCountCents: cents, rewardSumCents: cents }),
  {
    decode: ({ rewardCount, rewardSum, ...rest }) => ({
      ...rest,
      rewardCountCents: rewardCount,
      rewardSumCents: rewardSum,
    }),
    encode: ({ rewardCountCents, rewardSumCents, ...rest }) => ({
      ...rest,
      rewardCount: rewardCountCents,
      rewardSum: rewardSumCents,
    }),
  },
);
