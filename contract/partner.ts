import * as z from "zod/mini";
import { call } from "./call";
import { cents, positiveCents, requiredText, secondFactorCode, timestamp } from "./fields";
import { date, periodFields } from "./period";
import { promoNameMaxLength, promoNameMinLength, referralLevels, walletMaxLength } from "./rules";
import { withdrawalStatuses } from "./withdrawal-status";

/**
 * The partner program (specification, sections 3, 4, 7 and 9). Paths and names are the specification's where it gives them;
 * sums of money are cents and say so in their names (docs/decisions/0070).
 */

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

export const payoutMethod = z.object({
  id: z.string(),
  /** In the reader's language. */
  name: z.string(),
  minCents: cents,
  /** What a wallet of this method looks like, in the reader's language. */
  hint: z.string(),
});

export const payoutMethods = call({
  method: "GET",
  path: "/user/partner/payments",
  access: "client",
  summary: "The ways to withdraw, each with its minimum",
  output: z.object({ methods: z.array(payoutMethod) }),
});

export const withdrawal = z.object({
  id: z.string(),
  createdAt: timestamp,
  method: z.string(),
  methodName: z.string(),
  wallet: z.string(),
  amountCents: cents,
  status: z.enum(withdrawalStatuses),
  /** Why the operator rejected it. */
  reason: z.nullable(z.string()),
  /** The last of the working days in which it is decided. */
  dueOn: date,
  decidedAt: z.nullable(timestamp),
});
export type Withdrawal = z.output<typeof withdrawal>;

export const withdrawalInput = z.object({
  method: requiredText("specifyMethod", 40),
  wallet: requiredText("specifyWallet", walletMaxLength),
  amountCents: positiveCents,
  secondFactorCode,
});

export const createWithdrawal = call({
  method: "POST",
  path: "/user/partner/createwithdrawal",
  access: "client",
  summary:
    "Asks for a withdrawal and holds the money; a wallet that is new is to be confirmed by e-mail first",
  input: withdrawalInput,
  output: z.object({ withdrawal }),
  idempotent: true,
});

export const withdrawals = call({
  method: "GET",
  path: "/user/partner/withdrawals",
  access: "client",
  summary: "The latest withdrawals, newest first",
  output: z.object({ withdrawals: z.array(withdrawal) }),
});

export const cancelWithdrawal = call({
  method: "POST",
  path: "/user/partner/withdrawals/:id/cancel",
  access: "client",
  summary: "Takes a request back that is not decided; the money returns to the partner balance",
  input: z.object({ id }),
});

export const transferInput = z.object({ amountCents: positiveCents });

export const transferToBalance = call({
  method: "POST",
  path: "/user/partner/transfer",
  access: "client",
  summary: "Moves cleared rewards to the main balance",
  input: transferInput,
  output: z.object({ balanceCents: cents, partnerBalanceCents: cents }),
  idempotent: true,
});

export const wallets = call({
  method: "GET",
  path: "/user/partner/wallets",
  access: "client",
  summary: "The wallets that were confirmed",
  output: z.object({
    wallets: z.array(
      z.object({ id: z.string(), method: z.string(), methodName: z.string(), wallet: z.string() }),
    ),
  }),
});

export const confirmWallet = call({
  method: "POST",
  path: "/user/partner/wallets/confirm",
  access: "client",
  summary: "Confirms a new wallet by the code of the letter; its withdrawal goes under review",
  input: z.object({ code: requiredText("walletCodeInvalid", 200) }),
  output: z.object({ wallet: z.string(), methodName: z.string() }),
});

export const resendWalletLetter = call({
  method: "POST",
  path: "/user/partner/wallets/resend",
  access: "client",
  summary: "E-mails the link that confirms the wallet of the waiting withdrawal once more",
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

export const promoCodes = call({
  method: "GET",
  path: "/user/balance/promocodes",
  access: "client",
  summary: "The client's promo codes, newest first",
  output: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        discount: z.int(),
        useCount: z.int(),
        createdAt: timestamp,
      }),
    ),
  }),
});

export const availableDiscounts = call({
  method: "GET",
  path: "/user/balance/available_discount",
  access: "client",
  summary: "The discounts that the client's promo codes may give, and what more active referrals would open",
  output: z.object({
    available_discounts: z.array(z.int()),
    rules: z.array(z.object({ discount: z.int(), activeReferrals: z.int() })),
  }),
});

/** Promo codes are typed by hand and read aloud: Latin letters and digits, case does not count. */
export const promoName = z
  .string("specifyPromoName")
  .check(
    z.trim(),
    z.toUpperCase(),
    z.minLength(1, { error: "specifyPromoName", abort: true }),
    z.minLength(promoNameMinLength, { error: "promoNameLength", abort: true }),
    z.maxLength(promoNameMaxLength, { error: "promoNameLength", abort: true }),
    z.regex(/^[A-Z0-9]+$/, "promoNameLetters"),
  );

export const promoCodeInput = z.object({
  name: promoName,
  /** Percent; one of the available discounts. */
  discount: z.coerce
    .number("specifyDiscount")
    .check(z.int("specifyDiscount"), z.minimum(1, "specifyDiscount"), z.maximum(100, "specifyDiscount")),
});

export const createPromoCode = call({
  method: "POST",
  path: "/user/balance/promocode",
  access: "client",
  summary: "Creates a promo code",
  input: promoCodeInput,
  output: z.object({ id: z.string() }),
});

export const deletePromoCode = call({
  method: "DELETE",
  path: "/user/balance/promocode/:id",
  access: "client",
  summary: "Deletes a promo code; who already has it in an order form may finish that order",
  input: z.object({ id }),
});
