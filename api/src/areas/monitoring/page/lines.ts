import { and, asc, eq, gte, isNotNull, lte, sql } from "drizzle-orm";
import type { Account } from "#api/areas/monitoring/accounts/own-account";
import { eventsSince } from "#api/areas/monitoring/history/events";
import type { Period } from "#api/areas/monitoring/history/period";
import { anyDay, tradeNumbers } from "#api/areas/monitoring/history/period";
import { resultOf } from "#api/areas/monitoring/statistics/history";
import { place } from "#api/areas/monitoring/statistics/place";
import type { Database } from "#api/db/connect";
import { monitoringDays as days } from "#api/db/schema/monitoring-history";
import type { Decimal } from "#api/values/decimal";
import { ratio, toNumber } from "#api/values/decimal";
import { dayMilliseconds, dayOf } from "#contract/day";
import { isBookedApart } from "#contract/monitoring/deal-kinds";
import type { FoundOpening } from "./opening";

/** Up to so many trades make their own points, more are drawn by days. */
const tradesDrawn = 600;

export type Point = [time: number, value: number];
/** Balance and equity at one moment; the equity is null before the terminal was first heard, and after it was last. */
export type MoneyPoint = [time: number, balance: number, equity: number | null];

/** One moment of the balance: what it was then, and the sum of ln(1 + return) since the moment before. */
type Step = { time: number; balance: number; growth: number };

export type Lines = { growth: Point[]; drawdown: Point[]; money: MoneyPoint[] };

/** A period's lines at every moment known: what charts thin and tables take each day's last of. Without `money` that line is empty. */
export async function linesOf(
  db: Database,
  account: Account,
  period: Period,
  { money, opening }: { money: boolean; opening: FoundOpening | null },
): Promise<Lines> {
  const [known, heard] = await Promise.all([
    stepsOf(db, account.id, period, opening?.balance ?? 0n),
    money ? snapshotsOf(db, account.id, period) : [],
  ]);
  const steps = begunWith(opening, known);
  const growth = growthLine(steps);
  return { growth, drawdown: drawdownLine(growth), money: money ? moneyLine(steps, heard) : [] };
}

/** The lines begin where the opening is: what came between it and the first trade is drawn too. */
function begunWith(opening: FoundOpening | null, steps: Step[]): Step[] {
  const [first] = steps;
  if (!opening || !first || opening.at.getTime() >= first.time) return steps;
  return [{ time: opening.at.getTime(), balance: toNumber(opening.balance), growth: 0 }, ...steps];
}

async function stepsOf(db: Database, accountId: string, period: Period, opening: Decimal): Promise<Step[]> {
  const { before, last } = await tradeNumbers(db, accountId, period);
  return last - before <= tradesDrawn
    ? stepsByEvent(db, accountId, period, opening)
    : stepsByDay(db, accountId, period);
}

type Result = { begun: number; time: number; before: Decimal; amount: Decimal };

/** A step for each trade, and for each interest, charge or tax booked apart: what the figures' growth is of. */
async function stepsByEvent(
  db: Database,
  accountId: string,
  period: Period,
  opening: Decimal,
): Promise<Step[]> {
  const results = await resultsOf(db, accountId, period, opening);
  const [first] = results;
  if (!first) return [];
  const start: Step = {
    // what was opened before the period counts from its first day on
    time: period.from ? Math.max(first.begun, Date.parse(period.from)) : first.begun,
    balance: toNumber(first.before),
    growth: 0,
  };
  const steps = results.map(({ time, before, amount }): Step => {
    const change = before > 0n ? ratio(amount, before) : Number.NaN;
    return {
      time,
      balance: toNumber(before + amount),
      growth: change > -1 ? Math.log1p(change) : Number.NaN,
    };
  });
  return [start, ...steps];
}

/** What trading made of the balance, event by event; cash flows only move what it was before. */
async function resultsOf(
  db: Database,
  accountId: string,
  { from, to }: Period,
  opening: Decimal,
): Promise<Result[]> {
  const until = to && dayOf(Date.parse(to) + dayMilliseconds);
  const events = await eventsSince(db, accountId, from ?? anyDay.from, until);
  return place(events, opening).flatMap((event): Result[] => {
    if ("placed" in event) {
      const { trade, before } = event.placed;
      const begun = trade.openTime ?? trade.closeTime;
      return [{ begun, time: trade.closeTime, before, amount: resultOf(trade) }];
    }
    const { type, time, amount } = event.operation;
    return isBookedApart(type) ? [{ begun: time, time, before: event.before, amount }] : [];
  });
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

type Snapshot = { time: number; balance: number; equity: number };

/**
 * Balance and equity at every moment at which either is known. A terminal says both at once; at a close between two of its
 * posts the equity is the balance and what was floating, which went from what it was at the one to what it was at the other: so the
 * lines cross only where the floating result truly changed its sign (docs/decisions/0171).
 */
export function moneyLine(
  steps: readonly Pick<Step, "time" | "balance">[],
  heard: readonly Snapshot[],
): MoneyPoint[] {
  const line: MoneyPoint[] = [];
  let next = 0;
  const takeHeard = (until: number) => {
    for (let one = heard[next]; one && one.time <= until; one = heard[++next])
      line.push([one.time, one.balance, one.equity]);
  };
  for (const { time, balance } of steps) {
    takeHeard(time);
    const [before, after] = [heard[next - 1], heard[next]];
    const floating = before && after ? floatingAt(time, before, after) : null;
    line.push([time, balance, floating === null ? null : balance + floating]);
  }
  takeHeard(Number.POSITIVE_INFINITY);
  return line;
}

function floatingAt(time: number, before: Snapshot, after: Snapshot): number {
  const part = (time - before.time) / (after.time - before.time);
  return (before.equity - before.balance) * (1 - part) + (after.equity - after.balance) * part;
}

async function snapshotsOf(db: Database, accountId: string, period: Period): Promise<Snapshot[]> {
  const from = period.from ? new Date(period.from) : undefined;
  const to = period.to ? new Date(Date.parse(period.to) + dayMilliseconds) : undefined;
  const { rows } = await db.execute<{ at: string; balance: string; equity: string }>(sql`
    select (extract(epoch from at) * 1000)::text as at, balance::text, equity::text from monitoring_snapshots
    where account_id = ${accountId} and at >= ${from?.toISOString() ?? "-infinity"}::timestamptz and at < ${to?.toISOString() ?? "infinity"}::timestamptz
    order by at`);
  return rows.map(({ at, balance, equity }) => ({
    time: Number(at),
    balance: Number(balance),
    equity: Number(equity),
  }));
}
