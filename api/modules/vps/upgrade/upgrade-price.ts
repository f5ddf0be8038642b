import type { Database } from "#api/db/connect";
import type { Tx } from "#api/db/transaction";
import { ApiError } from "#api/lib/api-error";
import { addDays, daysBetween, startOfDay } from "#api/lib/calendar";
import type { PricedRate } from "#api/modules/vps/rate/rates";
import { isLarger, loadRates, monthlyCents } from "#api/modules/vps/rate/rates";
import type { Server } from "#api/modules/vps/server/own-server";
import { dayOf } from "#contract/day";
import { canUpgrade } from "#contract/vps/status";
import { openUpgrade } from "./open-upgrade";

/** A month of an upgrade's price has so many days, whatever the calendar says. */
const daysOfMonth = 30;

export type UpgradePrice = {
  from: PricedRate;
  to: PricedRate;
  startsAt: Date;
  daysLeft: number;
  totalCents: number;
};

/** The days an upgrade can be chosen for: from today to the last whole day that is paid for. */
export function upgradeDays(server: Server, now: Date): { firstDay: string; lastDay: string } {
  const firstDay = dayOf(now);
  const lastDay = dayOf(addDays(server.paidUntil, -1));
  return { firstDay, lastDay: lastDay < firstDay ? firstDay : lastDay };
}

/** What 30 days of the larger rate cost more: by the prices of a single month. */
export const differencePerMonth = (from: PricedRate, to: PricedRate) => monthlyCents(to) - monthlyCents(from);

/** The price difference for the days left from a moment on; a part of a cent is charged as a whole one. */
export function upgradeCents(from: PricedRate, to: PricedRate, daysLeft: number): number {
  return Math.max(1, Math.ceil((differencePerMonth(from, to) * daysLeft) / daysOfMonth));
}

/** The server's rate, and the offered ones that are larger, cheapest first. */
export async function upgradeRates(
  db: Database | Tx,
  server: Server,
): Promise<{ from: PricedRate; larger: PricedRate[] }> {
  const all = await loadRates(db);
  const from = all.find(({ id }) => id === server.rateId);
  if (!from) throw new ApiError(404, "notFound");
  return { from, larger: all.filter((rate) => rate.isOffered && isLarger(rate, from)) };
}

/** 409 where the server is not in a state to be upgraded, or another upgrade is accepted already. */
export async function refuseUpgrade(db: Database | Tx, server: Server, now: Date): Promise<void> {
  if (!canUpgrade(server.status) || server.paidUntil <= now) throw new ApiError(409, "serverNotActive");
  if (await openUpgrade(db, server.id)) throw new ApiError(409, "upgradeAccepted");
}

/** What an upgrade to a rate on a day costs. 422 at the field where the rate is no larger one, or the day not among those. */
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
  return { from, to, startsAt, daysLeft, totalCents: upgradeCents(from, to, daysLeft) };
}
