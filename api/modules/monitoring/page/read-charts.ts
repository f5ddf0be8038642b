import type { Database } from "#api/db/connect";
import { handle } from "#api/http/handle";
import type { Account } from "#api/modules/monitoring/accounts/own-account";
import { viewAccount } from "#api/modules/monitoring/accounts/own-account";
import type { Period } from "#api/modules/monitoring/history/period";
import { loadPeriod } from "#api/modules/monitoring/history/period";
import { growthOf } from "#api/modules/monitoring/statistics/ratios";
import { growthByMonth } from "#api/modules/monitoring/statistics/statistics";
import { netOf } from "#api/modules/monitoring/statistics/summary";
import type { Moment } from "#contract/downsample";
import { downsampleByTime } from "#contract/downsample";
import { intervalsOf } from "#contract/intervals";
import { placesOf } from "#contract/monitoring/currency";
import * as contract from "#contract/monitoring/index";
import { formatDecimal } from "#statements/decimal";
import type { MoneyPoint, Point } from "./lines";
import { linesOf } from "./lines";
import { openingOf, openingSent } from "./opening-balance";

/**
 * Number of intervals of which each line keeps its low and its high, besides the points the tooltips need: 300 points
 * at most.
 */
const buckets = { growth: 128, drawdown: 99, money: 49 };

export const readCharts = handle(contract.charts, async ({ monitoringId, from, to }, context) => {
  const { account, money } = await viewAccount(context, monitoringId);
  return chartsOf(context.db, account, { from: from ?? null, to: to ?? null }, money);
});

/** Returns the lines and bars of a period; if `money` is false, percentages only. */
export async function chartsOf(db: Database, account: Account, period: Period, money: boolean) {
  const [sums, opening] = await Promise.all([
    loadPeriod(db, account, period),
    openingOf(db, account, period),
  ]);
  const lines = await linesOf(db, account, period, { money, opening });
  const places = placesOf(account.currency);
  const traded = sums.months.filter(({ summary }) => summary.trades > 0 || summary.bookedApart !== 0n);
  const months = growthByMonth(traded.map(({ month, summary }) => ({ month, growth: summary.growth })));
  const all = Math.max(1, sums.summary.trades);
  return {
    opening: openingSent(opening, account, money),
    growth: thinned(lines.growth, buckets.growth),
    drawdown: thinned(lines.drawdown, buckets.drawdown),
    ...(money && moneyOf(thinned(lines.money, buckets.money))),
    months: traded.map(({ month, summary }) => ({
      month,
      growth: growthOf(summary.growth),
      trades: summary.trades,
      ...(money && { net: formatDecimal(netOf(summary), places) }),
    })),
    years: months.years,
    symbols: Object.entries(sums.summary.symbols)
      .sort(([a, x], [b, y]) => y.trades - x.trades || (a < b ? -1 : 1))
      .map(([symbol, { trades: number, wins, net }]) => ({
        symbol,
        trades: number,
        winRate: wins / number,
        share: number / all,
        ...(money && { net: formatDecimal(net, places) }),
      })),
  };
}

/** Downsamples a line to the points that the chart and its tooltips need. */
function thinned<M extends Moment>(line: readonly M[], most: number): M[] {
  const [first, last] = [line[0], line.at(-1)];
  return first && last ? downsampleByTime(line, most, intervalsOf(first[0], last[0]).starts) : [];
}

/** Splits the money line into balance and equity; equity only where it is known. */
const moneyOf = (line: MoneyPoint[]) => ({
  balance: line.map(([time, balance]): Point => [time, balance]),
  equity: line.flatMap(([time, , equity]): Point[] => (equity === null ? [] : [[time, equity]])),
});
