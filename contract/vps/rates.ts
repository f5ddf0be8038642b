import * as z from "zod/mini";
import { defineEndpoint } from "#contract/endpoint";
import { cents, timestamp } from "#contract/fields";
import { monitoringFreeAccounts, testServerDays } from "#contract/rules";
import { agreedCents, comment, id, months, operatingSystem, promoCode } from "./fields";
import { testServerStates } from "./status";

/** Rates, and ordering a server or a test server (screens, "VPS"). */

/** An announced price, and the day (UTC) from which rentals and renewals cost it. */
const nextPrice = z.object({ priceCents: cents, fromDay: z.iso.date() });
export type NextPrice = z.output<typeof nextPrice>;

/** The price of a period, and the saving against paying for each month separately. */
export const period = z.object({
  months: z.int(),
  priceCents: cents,
  savingCents: cents,
  savingPercent: z.int(),
  /** Omitted if no other price is announced. */
  next: z.optional(nextPrice),
});
export type Period = z.output<typeof period>;

/** Resources of a machine. */
export const machine = {
  /** CPU cores. */
  processor: z.int(),
  memoryMb: z.int(),
  diskGb: z.int(),
  /** Number of trading terminals that run well on it. */
  terminals: z.int(),
  /** Per month; null means unlimited. */
  trafficGb: z.nullable(z.int()),
};

export const rate = z.object({
  id: z.string(),
  name: z.string(),
  ...machine,
  operatingSystems: z.array(z.string()),
  periods: z.array(period),
});
export type Rate = z.output<typeof rate>;

export const rates = defineEndpoint({
  method: "GET",
  path: "/vps/rates",
  access: "client",
  summary: "Lists plans, cheapest first, and the test server's state",
  output: z.object({ rates: z.array(rate), testServer: z.enum(testServerStates) }),
});

export const startingOffer = defineEndpoint({
  method: "GET",
  path: "/vps/offer",
  access: "public",
  summary:
    "Returns the cheapest plan's lowest monthly price and resources, and the free accounts, for visitors",
  output: z.object({
    offer: z.nullable(z.object({ priceCents: cents, ...machine })),
    /** Monitored accounts that every client has free. */
    freeAccounts: z._default(z.int(), monitoringFreeAccounts),
  }),
});

/** A period and the date until which it would be paid. */
export const payablePeriod = z.extend(period, { paidUntil: timestamp });

export const orderOptions = defineEndpoint({
  method: "GET",
  path: "/vps/rates/:rateId",
  access: "client",
  summary: "Returns the data of a plan's order form",
  input: z.object({ rateId: id }),
  output: z.object({
    rateId: z.string(),
    tariff: z.string(),
    ...machine,
    operatingSystems: z.array(z.string()),
    periods: z.array(payablePeriod),
    balanceCents: cents,
  }),
});

/** The amount to pay; `missingCents` is what the balance lacks, 0 if it suffices. */
export const quote = z.object({
  priceCents: cents,
  discountPercent: z.int(),
  discountCents: cents,
  totalCents: cents,
  balanceCents: cents,
  missingCents: cents,
  /** End of the period. */
  paidUntil: timestamp,
});
export type Quote = z.output<typeof quote>;

export const quoteRent = defineEndpoint({
  method: "POST",
  path: "/vps/quote",
  access: "client",
  isOpenToBlocked: true,
  summary: "Quotes a rental with a promo code",
  input: z.object({ rateId: id, months, promoCode }),
  output: quote,
});

export const orderForm = z.object({
  months,
  operatingSystem,
  comment,
  promoCode,
  autoRenewal: z.optional(z.boolean()),
});

export const rent = defineEndpoint({
  method: "POST",
  path: "/vps/servers",
  access: "client",
  summary: "Rents a server: charges the balance and starts the setup",
  input: z.extend(orderForm, { rateId: id, agreedCents }),
  output: z.object({ serverId: z.string(), totalCents: cents, paidUntil: timestamp }),
  idempotent: true,
});

export const testServerForm = z.object({ comment });

export const testServerState = defineEndpoint({
  method: "GET",
  path: "/vps/test-server",
  access: "client",
  summary: "Returns the test server's state and plan",
  output: z.object({
    state: z.enum(testServerStates),
    tariff: z.nullable(z.string()),
    /** Days that a test server works. */
    days: z._default(z.int(), testServerDays),
  }),
});

export const orderTestServer = defineEndpoint({
  method: "POST",
  path: "/vps/test-server",
  access: "client",
  summary: "Requests a test server; once per client, decided within one business day",
  input: testServerForm,
  idempotent: true,
});
