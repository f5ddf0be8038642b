import { upgrades } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { checkAgreed } from "#api/http/check-expected-price";
import { handle } from "#api/http/handle";
import { withIdempotencyKey } from "#api/http/idempotency";
import { balancesOf } from "#api/ledger/ledger";
import { daysBetween } from "#api/lib/calendar";
import { charge } from "#api/modules/vps/rental/charge";
import type { Server } from "#api/modules/vps/server/own-server";
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

type Choice = { rateId: string; date: string; agreedCents?: number | undefined };

/**
 * Charges the price difference of a locked server's upgrade, which starts on its date, and schedules it.
 *
 * @throws {ApiError} 409 `priceDiffers` unless the price is the agreed one, 409 if the server can't be upgraded, 422
 *   `insufficientFunds`
 */
export async function placeUpgrade(deps: Deps, tx: Tx, server: Server, choice: Choice) {
  const now = deps.clock.now();
  await requireUpgradable(tx, server, now);
  const { from, to, startsAt, totalCents } = await priceUpgrade(tx, server, { ...choice, now });
  await checkAgreed(tx, {
    userId: server.userId,
    priceCents: totalCents,
    agreedCents: choice.agreedCents,
    isRequired: true,
  });
  await charge(deps, tx, {
    serverId: server.id,
    userId: server.userId,
    kind: "upgrade",
    tariff: to.name,
    periodFrom: startsAt,
    periodTo: server.paidUntil,
    price: { priceCents: totalCents, discountCents: 0, totalCents, promo: null },
  });
  await tx.insert(upgrades).values({
    id: deps.ids.id(),
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
}

export const orderUpgrade = handle(contract.orderUpgrade, (input, context) =>
  withIdempotencyKey(context, "vps.orderUpgrade", input, async (tx) =>
    placeUpgrade(context, tx, await lockOwnServer(tx, context.client.id, input.serverId), input),
  ),
);
