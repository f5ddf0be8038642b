import { upgrades } from "#api/db/schema/vps";
import { checkAgreed } from "#api/http/check-expected-price";
import { handle } from "#api/http/handle";
import { withIdempotencyKey } from "#api/http/idempotency";
import { balancesOf } from "#api/ledger/ledger";
import { daysBetween } from "#api/lib/calendar";
import { charge } from "#api/modules/vps/rental/charge";
import { lockOwnServer, ownServer } from "#api/modules/vps/server/own-server";
import * as contract from "#contract/vps/index";
import {
  daysLeftOf,
  differenceFor,
  priceUpgrade,
  requireUpgradable,
  upgradeCents,
  upgradeDays,
  upgradeRates,
} from "./upgrade-price";

export const upgradeOptions = handle(contract.upgradeOptions, async ({ serverId }, { db, client, clock }) => {
  const server = await ownServer(db, client.id, serverId);
  const now = clock.now();
  const { from, larger } = await upgradeRates(db, server);
  const remainingPeriods = await daysLeftOf(db, server, now);
  const months = remainingPeriods[0]?.months ?? 1;
  return {
    ...upgradeDays(server, now),
    daysLeft: daysBetween(now, server.paidUntil),
    rates: larger.map((rate) => ({
      ...rate,
      differencePerMonthCents: Math.ceil(differenceFor(months, from, rate) / months),
      differenceCents: upgradeCents(from, rate, remainingPeriods),
    })),
  };
});

export const quoteUpgrade = handle(
  contract.quoteUpgrade,
  async ({ serverId, rateId, date }, { db, client, clock }) => {
    const [server, { main }] = await Promise.all([
      ownServer(db, client.id, serverId),
      balancesOf(db, client.id),
    ]);
    await requireUpgradable(db, server, clock.now());
    const { daysLeft, totalCents } = await priceUpgrade(db, server, { rateId, date, now: clock.now() });
    return { daysLeft, totalCents, balanceCents: main, missingCents: Math.max(0, totalCents - main) };
  },
);

export const orderUpgrade = handle(contract.orderUpgrade, (input, context) =>
  withIdempotencyKey(context, "vps.orderUpgrade", input, async (tx) => {
    const now = context.clock.now();
    const server = await lockOwnServer(tx, context.client.id, input.serverId);
    await requireUpgradable(tx, server, now);
    const { from, to, startsAt, totalCents } = await priceUpgrade(tx, server, { ...input, now });
    await checkAgreed(tx, {
      userId: server.userId,
      priceCents: totalCents,
      agreedCents: input.agreedCents,
      isRequired: true,
    });
    await charge(context, tx, {
      serverId: server.id,
      userId: server.userId,
      kind: "upgrade",
      tariff: to.name,
      periodFrom: startsAt,
      periodTo: server.paidUntil,
      price: { priceCents: totalCents, discountCents: 0, totalCents, promo: null },
    });
    await tx.insert(upgrades).values({
      id: context.ids.id(),
      serverId: server.id,
      fromRateId: from.id,
      toRateId: to.id,
      status: "pending",
      createdAt: now,
      startsAt,
      paidUntil: server.paidUntil,
      chargedCents: totalCents,
    });
    return { totalCents, startsAt: startsAt.toISOString(), tariff: to.name };
  }),
);
