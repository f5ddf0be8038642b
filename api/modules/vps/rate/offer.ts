import { transaction } from "#api/db/transaction";
import { handle } from "#api/http/handle";
import { balancesOf } from "#api/ledger/ledger";
import { ApiError } from "#api/lib/api-error";
import { addMonths } from "#api/lib/calendar";
import { businessSettings } from "#api/modules/settings/read-settings";
import { rateForRenewal, renewalPeriod, requireRenewable } from "#api/modules/vps/renewal/renewal-rules";
import { ownServer } from "#api/modules/vps/server/own-server";
import { serverStateOf } from "#api/modules/vps/server/server-state";
import type { Quote } from "#contract/vps/index";
import * as contract from "#contract/vps/index";
import type { Price } from "./price";
import { priceFor } from "./price";
import { findRate, loadOffered, lowestMonthlyCents, machineOf, monthlyCents } from "./rates";

export const listRates = handle(contract.rates, async (_input, { db, client }) => {
  const [rates, { testServer }] = await Promise.all([loadOffered(db), serverStateOf(db, client.id)]);
  return { rates, testServer };
});

export const startingOffer = handle(contract.startingOffer, async (_input, { db, clock }) => {
  const [rates, { freeAccounts }] = await Promise.all([loadOffered(db), businessSettings(db, clock.now())]);
  const cheapest = rates.find((rate) => monthlyCents(rate) > 0);
  const offer = cheapest ? { priceCents: lowestMonthlyCents(cheapest), ...machineOf(cheapest) } : null;
  return { offer, freeAccounts };
});

export const orderOptions = handle(contract.orderOptions, async ({ rateId }, { db, client, clock }) => {
  const [rate, { main }] = await Promise.all([findRate(db, rateId), balancesOf(db, client.id)]);
  if (!rate.isOffered) throw new ApiError(404, "notFound");
  const now = clock.now();
  return {
    rateId,
    tariff: rate.name,
    ...machineOf(rate),
    operatingSystems: rate.operatingSystems,
    periods: rate.periods.map((period) => ({
      ...period,
      paidUntil: addMonths(now, period.months).toISOString(),
    })),
    balanceCents: main,
  };
});

function asQuote(price: Price, balanceCents: number, paidUntil: Date): Quote {
  const { priceCents, discountCents, totalCents, promo } = price;
  return {
    priceCents,
    discountCents,
    totalCents,
    discountPercent: promo?.discount ?? 0,
    balanceCents,
    missingCents: Math.max(0, totalCents - balanceCents),
    paidUntil: paidUntil.toISOString(),
  };
}

export const quoteRent = handle(contract.quoteRent, ({ rateId, months, promoCode }, context) =>
  transaction(context.db, async (tx) => {
    const buyerId = context.client.id;
    const rate = await findRate(tx, rateId);
    const price = await priceFor(context, tx, { rate, months, isRenewal: false, promoCode, buyerId });
    const { main } = await balancesOf(tx, buyerId);
    return asQuote(price, main, addMonths(context.clock.now(), months));
  }),
);

export const quoteRenewal = handle(contract.quoteRenewal, ({ serverId, months, promoCode }, context) =>
  transaction(context.db, async (tx) => {
    const buyerId = context.client.id;
    const server = await ownServer(tx, buyerId, serverId);
    requireRenewable(server);
    const rate = await rateForRenewal(tx, server);
    const price = await priceFor(context, tx, { rate, months, isRenewal: true, promoCode, buyerId });
    const { main } = await balancesOf(tx, buyerId);
    return asQuote(price, main, renewalPeriod(server, months, context.clock.now()).until);
  }),
);
