import * as z from "zod/mini";
import { call } from "#contract/call";
import { cents, requiredText, timestamp } from "#contract/fields";
import { date, periodFields } from "#contract/period";
import { referralLevels } from "#contract/rules";

/**
 * The partner program (specification, sections 3, 4, 7 and 9). Paths and names are the specification's where it gives them;
 * sums of money are cents and say so in their names (docs/decisions/0070).
 */

export * from "./payouts";
export * from "./promo-codes";

const id = z.string().check(z.minLength(1), z.maxLength(64));
const level = z.literal([...referralLevels]);

export const createClick = call({
  method: "POST",
  path: "/clicks/create",
  access: "public",
  summary:
    "Notes that a visitor opened a partner's link; one counts per visitor and day, bots and prefetches never",
  input: z.object({ referral_code: requiredText("partnerCodeInvalid", 64) }),
});

export const partnerInfo = call({
  method: "GET",
  path: "/user/partner_info",
  access: "client",
  summary: "The client's code, active referrals and the sums of the partner balance",
  output: z.object({
    referral_code: z.string(),
    level_1_referral_active_count: z.int(),
    level_2_referral_active_count: z.int(),
    level_3_referral_active_count: z.int(),
    partnerMinWithdrawalCents: cents,
    balanceCents: cents,
    /** What of the balance has cleared: it may be withdrawn or transferred. */
    availableCents: cents,
    /** What of the balance has not cleared yet, and when the next of it does. */
    clearingCents: cents,
    nextClearsAt: z.nullable(timestamp),
    clearingDays: z.int(),
    /** By when a withdrawal that is asked for now would be processed. */
    withdrawalDueOn: date,
    turnoverCents: cents,
    rewardCents: cents,
  }),
});

export const statisticsInput = z.object(periodFields);

/** One step of the chart: a day, a week or a month that begins on `date`. */
const point = <F extends Record<string, z.ZodMiniType>>(fields: F) => z.array(z.object({ date, ...fields }));

export const rentalStatistics = call({
  method: "POST",
  path: "/user/partner/infodata",
  access: "client",
  summary:
    "Clicks, registrations, rents and renewals of one's own referrals and the reward of all levels, in a period",
  input: statisticsInput,
  output: z.object({
    step: z.enum(["day", "week", "month"]),
    from: date,
    /** The last day, included. */
    to: date,
    rewardData: point({ rewardCents: cents }),
    conversionData: point({ clicks: z.int(), registrations: z.int(), rented: z.int(), renewed: z.int() }),
    stats: z.object({
      clicks: z.int(),
      registrations: z.int(),
      rented: z.int(),
      renewed: z.int(),
      rewardCents: cents,
      /** Registrations per hundred clicks, null without clicks. */
      conversion: z.nullable(z.number()),
    }),
  }),
});

export const levels = call({
  method: "GET",
  path: "/user/partner/levels",
  access: "client",
  summary: "Clients, turnover and reward by level, with the percent that a level earns",
  output: z.object({
    levels: z.array(
      z.object({
        level,
        /** Percent of a payment. */
        rewardForLevel: z.number(),
        userCount: z.int(),
        /** Turnover. */
        rewardCountCents: cents,
        rewardSumCents: cents,
      }),
    ),
  }),
});

export const networkNode = z.object({
  id: z.string(),
  /** Null on the first level that is shown. */
  parentId: z.nullable(z.string()),
  level,
  /** Masked: the first letters only. */
  name: z.string(),
  joinedAt: timestamp,
  active: z.boolean(),
  /** Clients of the next level below this one, all of them, shown or not. */
  clientCount: z.int(),
  turnoverCents: cents,
  rewardCents: cents,
});
export type NetworkNode = z.output<typeof networkNode>;

export const networkInput = z.object({
  page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100_000)), 1),
  /** Shows the clients of this one instead of the whole network. */
  client: z.optional(id),
});

export const network = call({
  method: "GET",
  path: "/user/partner_network/",
  access: "client",
  summary: "The network as a tree of three levels, a page at a time; of each branch only its first clients",
  input: networkInput,
  output: z.object({
    /** Parents come before their clients. */
    nodes: z.array(networkNode),
    /** The one whose clients are shown, if one was asked for; `parentId` leads back up. */
    root: z.nullable(networkNode),
    page: z.int(),
    pages: z.int(),
    total: z.int(),
  }),
});
