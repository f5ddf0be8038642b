import { and, asc, eq, gte, isNotNull, lte, sql } from "drizzle-orm";
import type { Account } from "#api/areas/monitoring/accounts/own-account";
import { viewAccount } from "#api/areas/monitoring/accounts/own-account";
import type { Period } from "#api/areas/monitoring/history/period";
import { loadPeriod, tradeNumbers } from "#api/areas/monitoring/history/period";
import { growthOf } from "#api/areas/monitoring/statistics/figures";
import { growthByMonth } from "#api/areas/monitoring/statistics/statistics";
import { verb } from "#api/calls/verb";
import type { Database } from "#api/db/connect";
import { monitoringDays as days, monitoringTrades as trades } from "#api/db/schema/monitoring-history";
import { formatDecimal, ratio, toNumber } from "#api/values/decimal";
import { dayMilliseconds } from "#contract/day";
import { placesOf } from "#contract/monitoring/currency";
import * as contract from "#contract/monitoring/index";
import type { FoundOpening } from "./opening";
import { openingOf, openingSent } from "./opening";
import type { Point } from "./thin-line";
import { thinLine } from "./thin-line";

/** Up to so many trades make their own points, more are drawn by days. */
const tradesDrawn = 600;
const symbolsShown = 10;

/** One moment of the balance: what it was then, and the sum of ln(1 + return) since the moment before. */
type Step = { time: number; balance: number; growth: number };

export const readCharts = verb(contract.charts, async ({ id, from, to }, context) => {
  const { account, money } = await viewAccount(context, id);
  return chartsOf(context.db, account, { from: from ?? null, to: to ?? null }, money);
});

/** The lines and bars of a period; with `money` false, percentages only. */
export async function chartsOf(db: Database, account: Account, period: Period, money: boolean) {
  const [sums, known, equity, opening] = await Promise.all([
    loadPeriod(db, account, period),
    stepsOf(db, account.id, period),
    money ? equityLine(db, account.id, period) : [],
    openingOf(db, account, period),
  ]);
  const places = placesOf(account.currency);
  const steps = begunWith(opening, known);
  const growth = growthLine(steps);
  const traded = sums.months.filter(({ summary }) => summary.trades > 0);
  const months = growthByMonth(traded.map(({ month, summary }) => ({ month, growth: summary.growth })));
  const all = Math.max(1, sums.summary.trades);
  return {
    opening: openingSent(opening, account, money),
    growth: thinLine(growth),
    drawdown: thinLine(drawdownLine(growth)),
    ...(money && {
      balance: thinLine(steps.map(({ time, balance }): Point => [time, balance])),
      equity: thinLine(equity),
    }),
    months: traded.map(({ month, summary }) => ({
      month,
      growth: growthOf(summary.growth),
      trades: summary.trades,
      ...(money && { net: formatDecimal(summary.grossProfit + summary.grossLoss, places) }),
    })),
    years: months.years,
    symbols: Object.entries(sums.summary.symbols)
      .sort(([a, x], [b, y]) => y.trades - x.trades || (a < b ? -1 : 1))
      .slice(0, symbolsShown)
      .map(([symbol, { trades: number, wins, net }]) => ({
        symbol,
        trades: number,
        winRate: wins / number,
        share: number / all,
        ...(money && { net: formatDecimal(net, places) }),
      })),
  };
}

/** The lines begin where the opening is: what came between it and the first trade is drawn too. */
function begunWith(opening: FoundOpening | null, steps: Step[]): Step[] {
  const [first] = steps;
  if (!opening || !first || opening.at.getTime() >= first.time) return steps;
  return [{ time: opening.at.getTime(), balance: toNumber(opening.balance), growth: 0 }, ...steps];
}

async function stepsOf(db: Database, accountId: string, period: Period): Promise<Step[]> {
  const { before, last } = await tradeNumbers(db, accountId, period);
  return last - before <= tradesDrawn
    ? stepsByTrade(db, accountId, before, last)
    : stepsByDay(db, accountId, period);
}

async function stepsByTrade(db: Database, accountId: string, before: number, last: number): Promise<Step[]> {
  const rows = await db
    .select({
      closedAt: trades.closedAt,
      openedAt: trades.openedAt,
      result: trades.result,
      balance: trades.balanceBefore,
    })
    .from(trades)
    .where(and(eq(trades.accountId, accountId), sql`${trades.seq} > ${before}`, lte(trades.seq, last)))
    .orderBy(asc(trades.seq));
  const [first] = rows;
  if (!first) return [];
  const start: Step = {
    time: (first.openedAt ?? first.closedAt).getTime(),
    balance: toNumber(first.balance ?? 0n),
    growth: 0,
  };
  const steps = rows.map(({ closedAt, result, balance }): Step => {
    const known = balance ?? 0n;
    const change = known > 0n ? ratio(result, known) : Number.NaN;
    return {
      time: closedAt.getTime(),
      balance: toNumber(known + result),
      growth: change > -1 ? Math.log1p(change) : Number.NaN,
    };
  });
  return [start, ...steps];
}

async function stepsByDay(db: Database, accountId: string, period: Period): Promise<Step[]> {
  const rows = await db
    .select({ day: days.day, opening: days.opening, closing: days.closing, growth: days.growth })
    .from(days)
    .where(
      and(
        eq(days.accountId, accountId),
        isNotNull(days.closing),
        period.from ? gte(days.day, period.from) : undefined,
        period.to ? lte(days.day, period.to) : undefined,
      ),
    )
    .orderBy(asc(days.day));
  const [first] = rows;
  if (!first) return [];
  const start: Step = {
    time: Date.parse(first.day),
    balance: toNumber(first.opening || (first.closing ?? 0n)),
    growth: 0,
  };
  return [
    start,
    ...rows.map(({ day, closing, growth }) => ({
      time: Date.parse(day) + dayMilliseconds - 1,
      balance: toNumber(closing ?? 0n),
      growth: growth ?? Number.NaN,
    })),
  ];
}

/** Growth since the start; it ends where a balance was not positive, as it is undefined from there on. */
function growthLine(steps: Step[]): Point[] {
  const line: Point[] = [];
  let sum = 0;
  for (const { time, growth } of steps) {
    sum += growth;
    if (!Number.isFinite(sum)) break;
    line.push([time, Math.expm1(sum)]);
  }
  return line;
}

/** How far growth is below its highest point so far: cash flows don't touch it. */
function drawdownLine(growth: Point[]): Point[] {
  let peak = Number.NEGATIVE_INFINITY;
  return growth.map(([time, value]): Point => {
    peak = Math.max(peak, value);
    return [time, (1 + value) / (1 + peak) - 1];
  });
}

async function equityLine(db: Database, accountId: string, period: Period): Promise<Point[]> {
  const from = period.from ? new Date(period.from) : undefined;
  const to = period.to ? new Date(Date.parse(period.to) + dayMilliseconds) : undefined;
  const { rows } = await db.execute<{ at: string; equity: string }>(sql`
    select (extract(epoch from at) * 1000)::text as at, equity::text from monitoring_snapshots
    where account_id = ${accountId} and at >= ${from?.toISOString() ?? "-infinity"}::timestamptz and at < ${to?.toISOString() ?? "infinity"}::timestamptz
    order by at`);
  return rows.map(({ at, equity }): Point => [Number(at), Number(equity)]);
}
