import * as z from "zod/mini";
import { defineEndpoint } from "#contract/endpoint";
import { cents, listed, requiredText, timestamp } from "#contract/fields";
import { date, periodFields } from "#contract/period";

/**
 * The partner program (specification, sections 3, 4, 7 and 9). Paths and names are the specification's where it
 * defines them; amounts are in cents and have names that say so (docs/adr/0020).
 */

import { integer } from "#contract/integer";
import { info, level, levelRow } from "./specification-fields";

export * from "./payouts";
export * from "./promo-codes";

const id = z.string().check(z.minLength(1), z.maxLength(64));

export const createClick = defineEndpoint({
  method: "POST",
  path: "/clicks/create",
  access: "public",
  isNamed: true,
  summary: "Counts a partner link click once per visitor and day, excluding bots and prefetches",
  input: z.object({ referral_code: requiredText("valueMissing", 64) }),
});

export const partnerInfo = defineEndpoint({
  method: "GET",
  path: "/user/partner_info",
  access: "client",
  section: "partner",
  isNamed: true,
  summary: "Returns the partner code, active referrals and partner balance",
  output: info,
});

export const statisticsInput = z.object(periodFields);

/** An interval of the chart: a day, a week or a month, which begins on `date`. */
const point = <F extends Record<string, z.ZodMiniType>>(fields: F) => z.array(z.object({ date, ...fields }));

export const rentalStatistics = defineEndpoint({
  method: "POST",
  path: "/user/partner/infodata",
  access: "client",
  isOpenToBlocked: true,
  section: "partner",
  isNamed: true,
  summary:
    "Returns clicks, registrations, rentals and renewals of own referrals, and the reward of all levels, in a period",
  input: statisticsInput,
  output: z.object({
    step: z._default(z.enum(["day", "week", "month"]), "day"),
    from: z.optional(date),
    /** The last day, inclusive. */
    to: z.optional(date),
    rewardData: point({ rewardCents: cents }),
    conversionData: point({ clicks: z.int(), registrations: z.int(), rented: z.int(), renewed: z.int() }),
    stats: z.object({
      clicks: z.int(),
      registrations: z.int(),
      rented: z.int(),
      renewed: z.int(),
      rewardCents: z._default(cents, 0),
      /** Registrations per hundred clicks, null without clicks. */
      conversion: z._default(z.nullable(z.number()), null),
    }),
  }),
});

export const levels = defineEndpoint({
  method: "GET",
  path: "/user/partner/levels",
  access: "client",
  section: "partner",
  isNamed: true,
  summary: "Returns clients, turnover, reward and percentage by level",
  output: listed("levels", levelRow),
});

export const networkNode = z.object({
  id: z.string(),
  /** Null on the first level shown. */
  parentId: z.nullable(z.string()),
  level,
  /** Masked: the first letters only. */
  name: z.string(),
  joinedAt: timestamp,
  active: z.boolean(),
  /** Number of clients one level below this one, including those not shown. */
  clientCount: z.int(),
  turnoverCents: cents,
  rewardCents: cents,
});
export type NetworkNode = z.output<typeof networkNode>;

export const networkInput = z.object({
  page: z._default(integer({ min: 1, max: 100_000 }), 1),
  /** Shows the referrals of this client instead of the whole network. */
  client: z.optional(id),
});

export const network = defineEndpoint({
  method: "GET",
  path: "/user/partner_network/",
  access: "client",
  section: "partner",
  isNamed: true,
  summary: "Returns a page of the three-level network with the first clients of each branch",
  input: networkInput,
  output: z.object({
    /** Parents come before their clients. */
    nodes: z._default(z.array(networkNode), []),
    /** The client whose referrals are shown, if requested; `parentId` leads one level up. */
    root: z._default(z.nullable(networkNode), null),
    page: z._default(z.int(), 1),
    pages: z._default(z.int(), 1),
    total: z._default(z.int(), 0),
  }),
});
