import { and, asc, eq, inArray, lt } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { serverPayments } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import { ApiError } from "#api/lib/api-error";
import { addDays, daysBetween, startOfDay } from "#api/lib/calendar";
import type { PricedRate } from "#api/modules/vps/rate/rates";
import { isLarger, loadRates, monthlyCents } from "#api/modules/vps/rate/rates";
import type { Server } from "#api/modules/vps/server/own-server";
import { dayOf } from "#contract/day";
import { canUpgrade } from "#contract/vps/status";
import { openUpgrade } from "./open-upgrade";

/** Length of a month in an upgrade's price, whatever the calendar says. */
const daysOfMonth = 30;

/** Smaller than any fraction of a cent in a price, and larger than floating-point errors of the sums. */
const partOfCent = 1e-6;

export type UpgradePrice = {
  from: PricedRate;
  to: PricedRate;
  startsAt: Date;
  daysLeft: number;
  totalCents: number;
};

/** Returns the days an upgrade can be chosen for: from today to the last fully paid day. */
export function upgradeDays(server: Server, now: Date): { firstDay: string; lastDay: string } {
  const firstDay = dayOf(now);
  const lastDay = dayOf(addDays(server.paidUntil, -1));
  return { firstDay, lastDay: lastDay < firstDay ? firstDay : lastDay };
}

/** Remaining days of a period, and the number of months it was paid for at once. */
export type DaysLeft = { months: number; days: number };

/**
 * Returns how much more a period costs at the larger tariff, by the prices of that period, so that its discount
 * stays.
 */
export function differenceFor(months: number, from: PricedRate, to: PricedRate): number {
  const priceOf = (rate: PricedRate) => rate.periods.find((period) => period.months === months)?.priceCents;
  const [smaller, larger] = [priceOf(from), priceOf(to)];
  if (smaller === undefined || larger === undefined) return months * (monthlyCents(to) - monthlyCents(from));
  return larger - smaller;
}

/**
 * Returns the price difference for the remaining days: for each period its own difference, a thirtieth of a month's
 * share per day, and never more than the whole period. Fractions of a cent are rounded up.
 */
export function upgradeCents(from: PricedRate, to: PricedRate, left: readonly DaysLeft[]): number {
  const cents = left.reduce((sum, { months, days }) => {
    const paidDays = months * daysOfMonth;
    return sum + (differenceFor(months, from, to) * Math.min(days, paidDays)) / paidDays;
  }, 0);
  return Math.max(1, Math.ceil(cents - partOfCent));
}

/** Returns the remaining days from a moment on, by paid period; a day that has begun counts in full. */
export async function daysLeftOf(db: Database | Tx, server: Server, startsAt: Date): Promise<DaysLeft[]> {
  const periods = await db
    .select({ from: serverPayments.periodFrom, months: serverPayments.months })
    .from(serverPayments)
    .where(
      and(
        eq(serverPayments.serverId, server.id),
        inArray(serverPayments.kind, ["rent", "renewal"]),
        lt(serverPayments.periodFrom, server.paidUntil),
      ),
    )
    .orderBy(asc(serverPayments.periodFrom));
  // a test server has no payment: its days count as those of a monthly period
  const current = { months: periods.findLast((period) => period.from <= startsAt)?.months, from: startsAt };
  const left = [current, ...periods.filter((period) => period.from > startsAt)];
  return left.map(({ months, from }, index) => ({
    months: months ?? 1,
    days: daysBetween(startsAt, left[index + 1]?.from ?? server.paidUntil) - daysBetween(startsAt, from),
  }));
}

/** Returns the server's tariff, and the larger ones on offer, cheapest first. */
export async function upgradeRates(
  db: Database | Tx,
  server: Server,
): Promise<{ from: PricedRate; larger: PricedRate[] }> {
  const all = await loadRates(db);
  const from = all.find(({ id }) => id === server.rateId);
  if (!from) throw new ApiError(404, "notFound");
  return { from, larger: all.filter((rate) => rate.isOffered && isLarger(rate, from)) };
}

/** Throws 409 if the server's status does not allow an upgrade, or another upgrade is already accepted. */
export async function requireUpgradable(db: Database | Tx, server: Server, now: Date): Promise<void> {
  if (!canUpgrade(server.status) || server.paidUntil <= now) throw new ApiError(409, "serverNotActive");
  if (await openUpgrade(db, server.id)) throw new ApiError(409, "upgradeAccepted");
}

/**
 * Returns the price of an upgrade to a tariff on a day. Throws 422 with the field if the tariff is not larger, or the
 * day is not available.
 */
export async function priceUpgrade(
  db: Database | Tx,
  server: Server,
  { rateId, date, now }: { rateId: string; date: string; now: Date },
): Promise<UpgradePrice> {
  const { from, larger } = await upgradeRates(db, server);
  const to = larger.find(({ id }) => id === rateId);
  if (!to) throw new ApiError(422, "invalidInput", { fields: { rateId: "chooseTariff" } });
  const { firstDay, lastDay } = upgradeDays(server, now);
  const wrongDay = date < firstDay ? "upgradeDayPassed" : date > lastDay && "upgradeDate";
  if (wrongDay) throw new ApiError(422, wrongDay, { fields: { date: wrongDay } });
  const startsAt = date === firstDay ? now : startOfDay(date);
  const daysLeft = daysBetween(startsAt, server.paidUntil);
  const totalCents = upgradeCents(from, to, await daysLeftOf(db, server, startsAt));
  return { from, to, startsAt, daysLeft, totalCents };
}
