import * as z from "zod/mini";
import { defineEndpoint } from "#contract/endpoint";
import { cents, timestamp } from "#contract/fields";
import { agreedCents, months, promoCode, server } from "./fields";
import { quote, rate } from "./rates";

/** Renewals and upgrades (screens, "VPS"). */

export const quoteRenewal = defineEndpoint({
  method: "POST",
  path: "/vps/servers/:serverId/renewal/quote",
  access: "client",
  isOpenToBlocked: true,
  summary: "Quotes a renewal with a promo code",
  input: z.extend(server, { months, promoCode }),
  output: quote,
});

export const renewalForm = z.object({ months, promoCode });

export const renew = defineEndpoint({
  method: "POST",
  path: "/vps/servers/:serverId/renewal",
  access: "client",
  summary: "Renews a server; a blocked one starts again",
  input: z.extend(server, {
    ...renewalForm.shape,
    agreedCents,
    /** The end date that was shown. If it is a different day now, the request fails with 409 `periodDiffers`. */
    agreedUntil: z.optional(timestamp),
  }),
  output: z.object({ totalCents: cents, paidUntil: timestamp }),
  idempotent: true,
});

export const setAutoRenewal = defineEndpoint({
  method: "POST",
  path: "/vps/servers/:serverId/auto-renewal",
  access: "client",
  summary: "Turns auto-renewal on or off",
  input: z.extend(server, { on: z.boolean() }),
});

/** A day in UTC: `2026-11-21`. */
export const day = z
  .string("specifyDate")
  .check(z.minLength(1, { error: "specifyDate", abort: true }), z.iso.date("dateInvalid"));

export const upgradeOptions = defineEndpoint({
  method: "GET",
  path: "/vps/servers/:serverId/upgrade",
  access: "client",
  summary: "Lists larger plans with the price difference for a month, and the available dates",
  input: server,
  output: z.object({
    rates: z.array(
      z.extend(rate, {
        /** For a month. */ differencePerMonthCents: cents,
        /** From the first day on. */ differenceCents: cents,
      }),
    ),
    firstDay: z.iso.date(),
    lastDay: z.iso.date(),
    /** From the first day on; a day that has begun counts whole. */ daysLeft: z.int(),
  }),
});

export const upgradeForm = z.object({
  rateId: z.string("chooseTariff").check(z.minLength(1, "chooseTariff"), z.maxLength(40)),
  date: day,
});

export const quoteUpgrade = defineEndpoint({
  method: "POST",
  path: "/vps/servers/:serverId/upgrade/quote",
  access: "client",
  isOpenToBlocked: true,
  summary: "Quotes an upgrade from a date",
  input: z.extend(server, upgradeForm.shape),
  output: z.object({ daysLeft: z.int(), totalCents: cents, balanceCents: cents, missingCents: cents }),
});

export const orderUpgrade = defineEndpoint({
  method: "POST",
  path: "/vps/servers/:serverId/upgrade",
  access: "client",
  summary:
    "Accepts an upgrade for a date and charges the difference if `agreedCents` matches the quote; one pending at a time",
  input: z.extend(server, { ...upgradeForm.shape, agreedCents }),
  output: z.object({ totalCents: cents, startsAt: timestamp, tariff: z.string() }),
  idempotent: true,
});

export const cancelUpgrade = defineEndpoint({
  method: "POST",
  path: "/vps/servers/:serverId/upgrade/cancel",
  access: "client",
  summary: "Cancels an upgrade that has not started and refunds it",
  input: server,
  output: z.object({ refundedCents: cents }),
});
