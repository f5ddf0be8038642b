import * as z from "zod/mini";
import { defineEndpoint } from "#contract/endpoint";
import { cents, timestamp } from "#contract/fields";
import { integer } from "#contract/integer";
import { monitoringAccounts, monitoringMonths } from "#contract/rules";

/** The subscription of online monitoring (screens, "Online monitoring"). */

const accounts = integer(monitoringAccounts, "accountsRange");
const months = integer(monitoringMonths, "monthsRange");

/** A period that is paid for. */
export const paidPeriod = z.object({ accounts: z.int(), startsAt: timestamp, endsAt: timestamp });

/** The price, and the end of the paid time after buying; `missingCents` is the sum missing on the balance. */
export const subscriptionQuote = z.object({
  priceCents: cents,
  balanceCents: cents,
  missingCents: cents,
  startsAt: timestamp,
  endsAt: timestamp,
});

export const subscription = z.object({
  freeAccounts: z.int(),
  /** Accounts paid for now; 0 without a subscription. */
  paidAccounts: z.int(),
  /** Free plus paid accounts, and the number of accounts that exist. */
  available: z.int(),
  used: z.int(),
  /** Accounts above the limit: their history is preserved, but new data is not accepted. */
  paused: z.int(),
  activatedAt: z.nullable(timestamp),
  paidUntil: z.nullable(timestamp),
  /** Current and future paid periods, in order. */
  periods: z.array(paidPeriod),
  autopay: z.boolean(),
  /** The next autopay charge, at `paidUntil`. */
  autopayCents: cents,
  accountMonthCents: cents,
  balanceCents: cents,
  /** Default of the purchase form: the current number of paid accounts, for one month. */
  offer: z.object({ accounts: z.int(), months: z.int(), quote: subscriptionQuote }),
});
export type Subscription = z.output<typeof subscription>;

export const readSubscription = defineEndpoint({
  method: "GET",
  path: "/monitoring/subscription",
  access: "client",
  section: "monitoring",
  summary: "Returns free, paid and used accounts, and the end date",
  output: subscription,
});

/**
 * The expected price. If the current price differs, nothing is charged and the error contains the current one (409
 * `priceDiffers`).
 */
const agreedCents = z.optional(integer({}, "amountInvalid"));

export const subscriptionInput = z.object({ accounts, months });
export const buySubscriptionInput = z.extend(subscriptionInput, {
  autopay: z.optional(z.boolean()),
  agreedCents,
});

export const quoteSubscription = defineEndpoint({
  method: "GET",
  path: "/monitoring/subscription/price",
  access: "client",
  section: "monitoring",
  summary: "Quotes accounts for months; an active subscription is extended from its end",
  input: subscriptionInput,
  output: subscriptionQuote,
});

export const buySubscription = defineEndpoint({
  method: "POST",
  path: "/monitoring/subscription",
  access: "client",
  section: "monitoring",
  summary: "Buys or extends a subscription",
  input: buySubscriptionInput,
  output: subscriptionQuote,
  idempotent: true,
});

export const addAccountsInput = z.object({ accounts });
export const buyAccountsInput = z.extend(addAccountsInput, { agreedCents });
export const addAccountsQuote = z.object({
  priceCents: cents,
  balanceCents: cents,
  missingCents: cents,
  daysLeft: z.int(),
  endsAt: timestamp,
});

export const quoteAccounts = defineEndpoint({
  method: "GET",
  path: "/monitoring/subscription/accounts/price",
  access: "client",
  section: "monitoring",
  summary: "Quotes more accounts for the days left",
  input: addAccountsInput,
  /** `accountMonthCents` is the most that an account costs for a month. */
  output: z.extend(addAccountsQuote, { accountMonthCents: cents }),
});

export const addAccounts = defineEndpoint({
  method: "POST",
  path: "/monitoring/subscription/accounts",
  access: "client",
  section: "monitoring",
  summary: "Adds accounts to an active subscription; its end date does not change",
  input: buyAccountsInput,
  output: addAccountsQuote,
  idempotent: true,
});

export const setAutopay = defineEndpoint({
  method: "POST",
  path: "/monitoring/subscription/autopay",
  access: "client",
  section: "monitoring",
  summary: "Turns autopay on or off",
  input: z.object({ autopay: z.boolean() }),
});
