import * as z from "zod/mini";
import { cents, dollarSum, timestamp } from "#contract/fields";
import { date } from "#contract/period";
import { referralLevels } from "#contract/rules";

/*
 * Fields of the specification's section 3, with its names. Its amounts are sent in dollars and converted to cents on
 * both sides. The other fields are ours; a service that implements only the specification omits them.
 */

export const level = z.literal([...referralLevels]);

const extensionFields = {
  balanceCents: z.optional(cents),
  /** The client's debt; rewards pay it off first (docs/adr/0020). */
  owedCents: z.optional(cents),
  /** The cleared part of the balance, available for withdrawal or transfer. */
  availableCents: z.optional(cents),
  /** The part of the balance that has not cleared yet, and when the next part of it clears. */
  clearingCents: z.optional(cents),
  nextClearsAt: z.optional(z.nullable(timestamp)),
  clearingDays: z.optional(z.int()),
  /** The day by which a withdrawal requested now would be processed. */
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
  z.object({ ...counts, partnerMinWithdrawal: dollarSum, ...extensionFields }),
  z.object({ ...counts, partnerMinWithdrawalCents: cents, ...extensionFields }),
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

const levelFields = {
  level,
  /** Percent of a payment. */
  rewardForLevel: z.number(),
  userCount: z.int(),
};

/** `rewardCount` is the turnover of a level, by the specification's naming. */
export const levelRow = z.codec(
  z.object({ ...levelFields, rewardCount: dollarSum, rewardSum: dollarSum }),
  z.object({ ...levelFields, rewardCountCents: cents, rewardSumCents: cents }),
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
