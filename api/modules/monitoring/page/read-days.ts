import { handle } from "#api/http/handle";
import { viewAccount } from "#api/modules/monitoring/accounts/own-account";
import { dayMilliseconds, dayOf } from "#contract/day";
import type { Moment } from "#contract/downsample";
import { placesOf } from "#contract/monitoring/currency";
import * as contract from "#contract/monitoring/index";
import { linesOf } from "./lines";
import { openingOf, openingSent } from "./opening-balance";

/** Uses the same lines that the charts downsample, so that table and chart always agree. */
export const readDays = handle(contract.days, async ({ monitoringId, from, to, page }, context) => {
  const { account, money } = await viewAccount(context, monitoringId);
  const period = { from: from ?? null, to: to ?? null };
  const opening = await openingOf(context.db, account, period);
  const {
    growth,
    drawdown,
    money: moneyLine,
  } = await linesOf(context.db, account, period, { money, opening });
  const [growthAt, drawdownAt, moneyAt] = [growth, drawdown, moneyLine].map(endsOfDays);
  const all = daysBetween(
    [...growth.slice(0, 1), ...moneyLine.slice(0, 1)],
    [...growth.slice(-1), ...moneyLine.slice(-1)],
  );
  const pages = Math.max(1, Math.ceil(all.length / contract.daysPerPage));
  const currentPage = Math.min(page, pages);
  const places = placesOf(account.currency);
  const text = (value: number | null | undefined) => value?.toFixed(places) ?? null;
  return {
    opening: openingSent(opening, account, money),
    days: all
      .slice((currentPage - 1) * contract.daysPerPage, currentPage * contract.daysPerPage)
      .map((day) => {
        const [, balance, equity] = moneyAt?.(day) ?? [];
        return {
          day,
          growth: growthAt?.(day)?.[1] ?? null,
          drawdown: drawdownAt?.(day)?.[1] ?? null,
          ...(money && { balance: text(balance), equity: text(equity) }),
        };
      }),
    page: currentPage,
    pages,
    total: all.length,
  };
});

/** Returns a function that gives the line's last moment on a day or before it. */
function endsOfDays(line: readonly Moment[]): (day: string) => Moment | undefined {
  const lasts = new Map(line.map((moment) => [dayOf(moment[0]), moment]));
  const days = [...lasts.keys()];
  return (day) => lasts.get(day) ?? lasts.get(days.findLast((known) => known < day) ?? "");
}

/** Returns every UTC day from the earliest to the latest of these moments, the newest first. */
function daysBetween(firsts: readonly Moment[], lasts: readonly Moment[]): string[] {
  if (firsts.length === 0) return [];
  const first = Date.parse(dayOf(Math.min(...firsts.map(([at]) => at))));
  const last = Date.parse(dayOf(Math.max(...lasts.map(([at]) => at))));
  return Array.from({ length: (last - first) / dayMilliseconds + 1 }, (_, index) =>
    dayOf(last - index * dayMilliseconds),
  );
}
