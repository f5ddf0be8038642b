import { balancesOf } from "#api/balance/ledger";
import { addMonths } from "#api/calendar";
import { transaction } from "#api/db/transaction";
import { verb } from "#api/verb";
import type { Quote } from "#contract/vps";
import * as contract from "#contract/vps";
import { ownServer } from "./own-server";
import type { Price } from "./price";
import { priceFor } from "./price";
import { findRate } from "./rates";
import { rateForRenewal, refuseRenewal, renewalStart } from "./renewal-rules";

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

export const quoteRent = verb(contract.quoteRent, ({ rateId, months, promoCode }, context) =>
  transaction(context.db, async (tx) => {
    const buyerId = context.client.id;
    const rate = await findRate(tx, rateId);
    const price = await priceFor(context, tx, { rate, months, promoCode, buyerId });
    const { main } = await balancesOf(tx, buyerId);
    return asQuote(price, main, addMonths(context.clock.now(), months));
  }),
);

export const quoteRenewal = verb(contract.quoteRenewal, ({ serverId, months, promoCode }, context) =>
  transaction(context.db, async (tx) => {
    const buyerId = context.client.id;
    const server = await ownServer(tx, buyerId, serverId);
    refuseRenewal(server);
    const rate = await rateForRenewal(tx, server);
    const price = await priceFor(context, tx, { rate, months, promoCode, buyerId });
    const { main } = await balancesOf(tx, buyerId);
    return asQuote(price, main, addMonths(renewalStart(server, context.clock.now()), months));
  }),
);
