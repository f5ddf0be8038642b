import { sql } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import type { Account } from "#api/modules/monitoring/accounts/own-account";
import type { Period } from "#api/modules/monitoring/history/period";
import type { Fall } from "#api/modules/monitoring/statistics/drawdown-path";
import {
  currentFall,
  drawdownBase,
  joinPaths,
  point,
  relativeFall,
} from "#api/modules/monitoring/statistics/drawdown-path";
import { dayMilliseconds } from "#contract/day";
import type { Decimal } from "#statements/decimal";
import { ratio, toNumber } from "#statements/decimal";
import type { Step } from "./balance-steps";
import { stepsOf } from "./balance-steps";
import type { FoundOpening } from "./opening-balance";

export type Point = [time: number, value: number];
/** Balance and equity at one moment; the equity is null before the terminal first reported and after it last did. */
export type MoneyPoint = [time: number, balance: number, equity: number | null];

export type Lines = { growth: Point[]; drawdown: Point[]; money: MoneyPoint[] };

/**
 * Returns a period's lines at every known moment. Charts downsample them; tables take the last of each day. Without
 * `money` the money line is empty.
 */
export async function linesOf(
  db: Database,
  account: Account,
  period: Period,
  { money, opening }: { money: boolean; opening: FoundOpening | null },
): Promise<Lines> {
  const balance = opening?.balance ?? 0n;
  const [storedSteps, snapshots] = await Promise.all([
    stepsOf(db, account.id, period, balance),
    money ? snapshotsOf(db, account.id, period) : [],
  ]);
  const steps = begunWith(opening, storedSteps);
  const lasting = lastingUntil(lastPostTime(account, period), steps);
  return {
    growth: growthLine(lasting),
    drawdown: drawdownLine(lasting, balance),
    money: money ? moneyLine(steps, snapshots) : [],
  };
}

/** Adds the opening as the first step, so that operations between it and the first trade are drawn too. */
function begunWith(opening: FoundOpening | null, steps: Step[]): Step[] {
  const [first] = steps;
  if (!opening || !first || opening.at.getTime() >= first.time) return steps;
  const begin = { time: opening.at.getTime(), balance: toNumber(opening.balance), growth: 0, path: null };
  return [begin, ...steps];
}

/** Returns when a terminal last reported the balance within a period; null if it never did. */
function lastPostTime({ heardAt }: Account, { to }: Period): number | null {
  const end = to ? Date.parse(to) + dayMilliseconds - 1 : Number.POSITIVE_INFINITY;
  return heardAt && Math.min(heardAt.getTime(), end);
}

/** Extends the lines to the terminal's last report, since nothing changed after the last step. */
function lastingUntil(lastPost: number | null, steps: Step[]): Step[] {
  const last = steps.at(-1);
  if (!last || lastPost === null || lastPost <= last.time) return steps;
  return [...steps, { time: lastPost, balance: last.balance, growth: 0, path: null }];
}

/** Returns the growth since the start. It ends at a non-positive balance, after which growth is undefined. */
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
 * Returns how far the balance is below its running peak, as the figures count it. A deposit or a withdrawal starts a
 * new peak, so the line's lowest point is the relative drawdown and its last point the current one (docs/adr/0009).
 * It ends at a peak that is not positive, where a percentage is undefined.
 */
function drawdownLine(steps: Step[], opening: Decimal): Point[] {
  const line: Point[] = [];
  let before = opening === 0n ? null : point(opening);
  for (const { time, path, deepestAt } of steps) {
    before = joinPaths(before && drawdownBase(before), path);
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
 * Returns balance and equity at every moment at which either is known. A terminal reports both together. At a close
 * between two posts, equity is the balance plus the floating result interpolated between these posts, so the lines
 * cross only where the floating result truly changed its sign (docs/adr/0009).
 */
export function moneyLine(
  steps: readonly Pick<Step, "time" | "balance">[],
  snapshots: readonly Snapshot[],
): MoneyPoint[] {
  const line: MoneyPoint[] = [];
  let next = 0;
  const addSnapshots = (until: number) => {
    for (let one = snapshots[next]; one && one.time <= until; one = snapshots[++next])
      line.push([one.time, one.balance, one.equity]);
  };
  for (const { time, balance } of steps) {
    addSnapshots(time);
    const [before, after] = [snapshots[next - 1], snapshots[next]];
    const floating = before && after ? floatingAt(time, before, after) : null;
    line.push([time, balance, floating === null ? null : balance + floating]);
  }
  addSnapshots(Number.POSITIVE_INFINITY);
  return line;
}

function floatingAt(time: number, before: Snapshot, after: Snapshot): number {
  const part = (time - before.time) / (after.time - before.time);
  return (before.equity - before.balance) * (1 - part) + (after.equity - after.balance) * part;
}

async function snapshotsOf(db: Database, accountId: string, period: Period): Promise<Snapshot[]> {
  const from = period.from ? new Date(period.from) : undefined;
  const to = period.to ? new Date(Date.parse(period.to) + dayMilliseconds) : undefined;
  // a single JSON value, as in `balance-changes.ts`
  const { rows } = await db.execute<{ list: [time: number, balance: number, equity: number][] | null }>(sql`
    select json_agg(json_build_array(extract(epoch from at) * 1000, balance, equity) order by at) as list
    from monitoring_snapshots
    where account_id = ${accountId} and at >= ${from?.toISOString() ?? "-infinity"}::timestamptz and at < ${to?.toISOString() ?? "infinity"}::timestamptz`);
  return (rows[0]?.list ?? []).map(([time, balance, equity]) => ({ time, balance, equity }));
}
