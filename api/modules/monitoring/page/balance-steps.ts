import { and, asc, eq, gte, isNotNull, lte, sql } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { monitoringDays as days } from "#api/db/schema/monitoring-history";
import type { Period } from "#api/modules/monitoring/history/period";
import { tradeNumbers } from "#api/modules/monitoring/history/period";
import type { Path } from "#api/modules/monitoring/statistics/drawdown-path";
import { joinPaths, point, restart } from "#api/modules/monitoring/statistics/drawdown-path";
import { growthAtFlow } from "#api/modules/monitoring/statistics/flows";
import { pathFrom } from "#api/modules/monitoring/statistics/serialize";
import { dayMilliseconds } from "#contract/day";
import type { Decimal } from "#statements/decimal";
import { ratio, toNumber } from "#statements/decimal";
import { isBookedApart } from "#statements/kinds";
import type { BalanceChange } from "./balance-changes";
import { balanceChangesOf } from "./balance-changes";

/** Up to this many trades are drawn one point each; longer periods are drawn by day. */
const maxTradePoints = 600;

/** One moment of the balance, and the change since the moment before. */
export type Step = {
  time: number;
  balance: number;
  /**
   * The sum of ln(1 + return) since the moment before, `NaN` if a balance was not positive; null at a cash flow
   * without a known equity, which adds no growth.
   */
  growth: number | null;
  path: Path | null;
  /** If a step covers a whole day: the time at which its lowest point is drawn. */
  deepestAt?: number;
};

/**
 * Returns a period's moments in order: event by event up to 600 trades, by day beyond that. `opening` is the balance
 * before the first of them.
 */
export async function stepsOf(
  db: Database,
  accountId: string,
  period: Period,
  opening: Decimal,
): Promise<Step[]> {
  const { before, last } = await tradeNumbers(db, accountId, period);
  return last - before <= maxTradePoints
    ? stepsByEvent(db, accountId, period, opening)
    : stepsByDay(db, accountId, period);
}

/**
 * Returns a step for each trade, each result booked apart and each cash flow, starting when the first trade was
 * opened.
 */
async function stepsByEvent(
  db: Database,
  accountId: string,
  period: Period,
  opening: Decimal,
): Promise<Step[]> {
  const moments = await balanceChangesOf(db, accountId, period);
  const first = moments.find(({ kind }) => !isFlow(kind));
  if (!first) return [];
  // a position opened before the period counts from its first day
  const begun = Math.max(
    first.openTime ?? first.time,
    period.from ? Date.parse(period.from) : Number.NEGATIVE_INFINITY,
  );
  const steps: Step[] = [];
  let start: Step = { time: begun, balance: toNumber(opening), growth: 0, path: null };
  let before = opening;
  for (const { kind, time, amount, floating } of moments) {
    const after = before + amount;
    const balance = toNumber(after);
    // as in `ofTrade` and `ofOperation`
    const atFlow = floating ? (growthAtFlow(before, amount, floating) ?? Number.NaN) : null;
    const path = isFlow(kind) ? restart(after) : point(after);
    if (isFlow(kind) && steps.length === 0 && time <= begun)
      start = {
        time: begun,
        balance,
        growth: (start.growth ?? 0) + (atFlow ?? 0),
        path: joinPaths(start.path, path),
      };
    else steps.push({ time, balance, growth: isFlow(kind) ? atFlow : grown(amount, before), path });
    before = after;
  }
  return [start, ...steps];
}

const isFlow = (kind: BalanceChange["kind"]) => kind !== "trade" && !isBookedApart(kind);

function grown(amount: Decimal, before: Decimal): number {
  const change = before > 0n ? ratio(amount, before) : Number.NaN;
  return change > -1 ? Math.log1p(change) : Number.NaN;
}

async function stepsByDay(db: Database, accountId: string, period: Period): Promise<Step[]> {
  const rows = await db
    .select({
      day: days.day,
      opening: days.opening,
      closing: days.closing,
      growth: days.growth,
      path: sql<string | null>`(${days.summary}::json -> 'balance')::text`,
    })
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
    path: null,
  };
  return [
    start,
    ...rows.map(({ day, closing, growth, path }): Step => {
      const begin = Date.parse(day);
      return {
        time: begin + dayMilliseconds - 1,
        balance: toNumber(closing ?? 0n),
        growth: growth ?? Number.NaN,
        path: path === null ? null : pathFrom(path),
        deepestAt: begin + dayMilliseconds / 2,
      };
    }),
  ];
}
