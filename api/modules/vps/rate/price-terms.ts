import { and, count, countDistinct, eq, ne, or } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { ListPart } from "#api/db/keyset";
import { users } from "#api/db/schema/users";
import { ratePrices, rates, servers, upgrades } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { OperatorError } from "#api/lib/answer";
import { addDays } from "#api/lib/calendar";
import { renewalMonthsIn } from "#api/modules/vps/rate/rates";
import { isOpenUpgrade } from "#api/modules/vps/upgrade/open-upgrade";
import { dayOf } from "#contract/day";
import { priceNoticeDays } from "#contract/rules";

/** What a new price changes, and whom it concerns. */

/** A price of a tariff's period, and the day (UTC, `2026-12-31`) from which it applies; today if omitted. */
export type NewPrice = { rateId: string; months: number; priceCents: number; fromDay?: string | undefined };

type Period = Pick<NewPrice, "rateId" | "months">;

/** Whether a server's next renewal costs the price of a tariff's period; of an open upgrade, that of its tariff. */
const isConcerned = ({ rateId, months }: Period) => {
  const isRenewedAt = (of: AnyPgColumn) =>
    and(eq(of, rateId), eq(renewalMonthsIn(of, servers.renewalMonths), months));
  return and(
    or(isRenewedAt(servers.rateId), isRenewedAt(upgrades.toRateId)),
    eq(servers.isTest, false),
    ne(servers.status, "revoked"),
  );
};
const isOpenUpgradeOfServer = and(eq(upgrades.serverId, servers.id), isOpenUpgrade);

/**
 * Returns the clients who pay this price at the next renewal: the owners of servers with the tariff and the period,
 * each once.
 */
export const concernedClients = (tx: Tx, period: Period) =>
  tx
    .selectDistinct({ email: users.email, language: users.language, name: users.name })
    .from(servers)
    .innerJoin(users, eq(users.id, servers.userId))
    .leftJoin(upgrades, isOpenUpgradeOfServer)
    .where(isConcerned(period));

/** Returns some of the servers that are renewed at this price. */
export const concernedServers = (tx: Tx, period: Period, { condition, order, limit, place }: ListPart) =>
  tx
    .select({
      id: servers.id,
      email: users.email,
      paidUntil: servers.paidUntil,
      autoRenewal: servers.autoRenewal,
      place,
    })
    .from(servers)
    .innerJoin(users, eq(users.id, servers.userId))
    .leftJoin(upgrades, isOpenUpgradeOfServer)
    .where(and(isConcerned(period), condition))
    .orderBy(...order)
    .limit(limit);

/** Returns the number of servers that are renewed at this price, and of their owners. */
export async function countConcerned(tx: Tx, period: Period): Promise<{ servers: number; clients: number }> {
  const [counted] = await tx
    .select({ servers: count(), clients: countDistinct(servers.userId) })
    .from(servers)
    .leftJoin(upgrades, isOpenUpgradeOfServer)
    .where(isConcerned(period));
  return counted ?? { servers: 0, clients: 0 };
}

/**
 * Returns what a new price changes: the tariff, the price until then, and the day from which it applies.
 *
 * @throws with a message for the operator: no such tariff, a day in the past, a higher price without ten days' notice
 * for those who pay it
 */
export async function priceTerms(
  { clock }: Pick<Deps, "clock">,
  tx: Tx,
  { rateId, months, priceCents, fromDay: day }: NewPrice,
  { isLocked = false } = {},
) {
  const today = dayOf(clock.now());
  const fromDay = day ?? today;
  const found = tx.select().from(rates).where(eq(rates.id, rateId));
  const [rate] = await (isLocked ? found.for("update") : found);
  if (!rate) throw new OperatorError("noTariff", { id: rateId });
  if (fromDay < today) throw new OperatorError("dayOver", { dayOn: fromDay });
  const [currentPrice] = await tx
    .select()
    .from(ratePrices)
    .where(and(eq(ratePrices.rateId, rateId), eq(ratePrices.months, months)));
  const previousCents = currentPrice?.priceCents ?? null;
  const concerned = await countConcerned(tx, { rateId, months });
  const isDearer = previousCents !== null && priceCents > previousCents;
  const earliest = dayOf(addDays(clock.now(), priceNoticeDays));
  if (isDearer && concerned.clients > 0 && fromDay < earliest)
    throw new OperatorError("priceNeedsNotice", {
      count: concerned.clients,
      days: priceNoticeDays,
      earliestOn: earliest,
    });
  return { rate, previousCents, fromDay, isAtOnce: fromDay === today, concerned };
}
