import { sql } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import type { Account } from "#api/modules/monitoring/accounts/own-account";
import type { Period } from "#api/modules/monitoring/history/period";
import type { Fall } from "#api/modules/monitoring/statistics/path";
import {
  currentFall,
  joinPaths,
  point,
  relativeFall,
  standing,
} from "#api/modules/monitoring/statistics/path";
import { dayMilliseconds } from "#contract/day";
import type { Decimal } from "#statements/decimal";
import { ratio, toNumber } from "#statements/decimal";
import type { FoundOpening } from "./opening";
import type { Step } from "./steps";
import { stepsOf } from "./steps";

export type Point = [time: number, value: number];
/** Balance and equity at one moment; the equity is null before the terminal was first heard, and after it was last. */
export type MoneyPoint = [time: number, balance: number, equity: number | null];

export type Lines = { growth: Point[]; drawdown: Point[]; money: MoneyPoint[] };

/** A period's lines at every moment known: what charts thin and tables take each day's last of. Without `money` that line is empty. */
export async function linesOf(
  db: Database,
  account: Account,
  period: Period,
  { money, opening }: { money: boolean; opening: FoundOpening | null },
): Promise<Lines> {
  const balance = opening?.balance ?? 0n;
  const [known, heard] = await Promise.all([
    stepsOf(db, account.id, period, balance),
    money ? snapshotsOf(db, account.id, period) : [],
  ]);
  const steps = begunWith(opening, known);
  const lasting = lastingUntil(lastHeard(account, period), steps);
  return {
    growth: growthLine(lasting),
    drawdown: drawdownLine(lasting, balance),
    money: money ? moneyLine(steps, heard) : [],
  };
}

/** The lines begin where the opening is: what came between it and the first trade is drawn too. */
function begunWith(opening: FoundOpening | null, steps: Step[]): Step[] {
  const [first] = steps;
  if (!opening || !first || opening.at.getTime() >= first.time) return steps;
  const begin = { time: opening.at.getTime(), balance: toNumber(opening.balance), growth: 0, path: null };
  return [begin, ...steps];
}

/** When a period's balance was known last, by a terminal's state; null: none was heard within it. */
function lastHeard({ heardAt }: Account, { to }: Period): number | null {
  const end = to ? Date.parse(to) + dayMilliseconds - 1 : Number.POSITIVE_INFINITY;
  return heardAt && Math.min(heardAt.getTime(), end);
}

/** Nothing came after the last step, as a terminal has said since: the lines that it moves go on as they are. */
function lastingUntil(heard: number | null, steps: Step[]): Step[] {
  const last = steps.at(-1);
  if (!last || heard === null || heard <= last.time) return steps;
  return [...steps, { time: heard, balance: last.balance, growth: 0, path: null }];
}

/** Growth since the start; it ends where a balance was not positive, as it is undefined from there on. */
function growthLine(steps: Step[]): Point[] {
  const line: Point[] = [];
  let sum = 0;
  for (const { time, growth } of steps) {
    if (growth === null) continue;
    sum += growth;
    if (!Number.isFinite(sum)) break;
    line.push([time, Math.expm1(sum)]);
  }
  return line;
}

/**
 * How far the balance is below its running peak, as the figures count it: a deposit or a withdrawal starts a new peak, so the line's
 * lowest is the relative drawdown and its end what the balance is below the peak now (docs/adr/0009). It ends at a peak that is
 * not positive: nothing is a part of that.
 */
function drawdownLine(steps: Step[], opening: Decimal): Point[] {
  const line: Point[] = [];
  let before = opening === 0n ? null : point(opening);
  for (const { time, path, deepestAt } of steps) {
    before = joinPaths(before && standing(before), path);
    const now = before ? below(currentFall(before)) : 0;
    if (now === null) break;
    const deepest = (before && below(relativeFall(before))) ?? 0;
    if (deepestAt !== undefined && deepest < now) line.push([deepestAt, deepest]);
    line.push([time, now]);
  }
  return line;
}

function below(fall: Fall | null): number | null {
  if (!fall || fall.money === 0n) return 0;
  return fall.peak > 0n ? -ratio(fall.money, fall.peak) : null;
}

type Snapshot = { time: number; balance: number; equity: number };

/**
 * Balance and equity at every moment at which either is known. A terminal says both at once; at a close between two of its
 * posts the equity is the balance and what was floating, which went from what it was at the one to what it was at the other: so the
 * lines cross only where the floating result truly changed its sign (docs/adr/0009).
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
  // one value of JSON, as in `moments.ts`
  const { rows } = await db.execute<{ list: [time: number, balance: number, equity: number][] | null }>(sql`
    select json_agg(json_build_array(extract(epoch from at) * 1000, balance, equity) order by at) as list
    from monitoring_snapshots
    where account_id = ${accountId} and at >= ${from?.toISOString() ?? "-infinity"}::timestamptz and at < ${to?.toISOString() ?? "infinity"}::timestamptz`);
  return (rows[0]?.list ?? []).map(([time, balance, equity]) => ({ time, balance, equity }));
}
