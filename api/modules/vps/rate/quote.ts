import { transaction } from "#api/db/transaction";
import { handle } from "#api/http/handle";
import { balancesOf } from "#api/ledger/ledger";
import { addMonths } from "#api/lib/calendar";
import { rateForRenewal, refuseRenewal, renewalPeriod } from "#api/modules/vps/renewal/renewal-rules";
import { ownServer } from "#api/modules/vps/server/own-server";
import type { Quote } from "#contract/vps/index";
import * as contract from "#contract/vps/index";
import type { Price } from "./price";
import { priceFor } from "./price";
import { findRate } from "./rates";

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
    const price = await priceFor(context, tx, { rate, months, promoCode, buyerId });
    const { main } = await balancesOf(tx, buyerId);
    return asQuote(price, main, addMonths(context.clock.now(), months));
  }),
);

export const quoteRenewal = handle(contract.quoteRenewal, ({ serverId, months, promoCode }, context) =>
  transaction(context.db, async (tx) => {
    const buyerId = context.client.id;
    const server = await ownServer(tx, buyerId, serverId);
    refuseRenewal(server);
    const rate = await rateForRenewal(tx, server);
    const price = await priceFor(context, tx, { rate, months, promoCode, buyerId });
    const { main } = await balancesOf(tx, buyerId);
    return asQuote(price, main, renewalPeriod(server, months, context.clock.now()).until);
  }),
);
