import type { Decimal } from "#statements/decimal";
import { ratio } from "#statements/decimal";
import type { EquitySnapshot } from "./history";
import type { Path } from "./path";
import { joinPaths, point, restart } from "./path";
import type { Returns } from "./returns";
import { dayReturns, joinReturns, noReturns } from "./returns";

/** What the equity figures need of one stretch of snapshots, joinable like `Summary`. */
export type EquitySummary = {
  start: Decimal | null;
  lowest: Decimal | null;
  path: Path | null;
  /** Whether the path is one value, however often it was told, which says nothing of falls yet. */
  isOne: boolean;
  /** Largest margin / equity; null where no snapshot had a positive equity. */
  load: number | null;
  returns: Returns;
};

export const noEquity: EquitySummary = {
  start: null,
  lowest: null,
  path: null,
  isOne: false,
  load: null,
  returns: noReturns,
};

/**
 * One snapshot. `flowed`: money came or went since the snapshot before it. Its daily return is `withSnapshot`'s. Between two snapshots the
 * lowest equity counts before the highest: which came first is not known, and a fall that may not have been is none.
 */
function ofSnapshot(snapshot: EquitySnapshot, flowed: boolean): EquitySummary {
  const { equity, margin, equityLow, equityHigh } = snapshot;
  // before or after the cash flow? not known either
  const between = flowed ? [] : [equityLow, equityHigh].filter((value) => typeof value === "bigint");
  return {
    ...noEquity,
    start: equity,
    lowest: between.reduce((low, value) => (value < low ? value : low), equity),
    path: flowed ? restart(equity) : [...between, equity].map(point).reduce<Path | null>(joinPaths, null),
    isOne: between.every((value) => value === equity),
    load: equity > 0n ? ratio(margin, equity) : null,
  };
}

/** All cash flows of a day, before and after its last snapshot. */
export type DayFlows = { before: Decimal; after: Decimal };

/** A day with one snapshot more, which is later than those before; `flowed` as in `ofSnapshot`. */
export function withSnapshot(
  day: string,
  known: EquitySummary,
  snapshot: EquitySnapshot,
  flowed: boolean,
  flows: DayFlows,
): EquitySummary {
  const joined = joinEquity(known, ofSnapshot(snapshot, flowed));
  return { ...joined, returns: dayReturns(day, known.returns, snapshot.equity, flows) };
}

/** A day with cash flows after its last snapshot. */
export const withFlows = (day: string, known: EquitySummary, flows: DayFlows): EquitySummary => ({
  ...known,
  returns: dayReturns(day, known.returns, null, flows),
});

export function joinEquity(a: EquitySummary, b: EquitySummary): EquitySummary {
  return {
    start: a.start ?? b.start,
    lowest: a.lowest === null || (b.lowest !== null && b.lowest < a.lowest) ? b.lowest : a.lowest,
    path: joinPaths(a.path, b.path),
    // told twice it is the same value still, so that a repeated post changes nothing
    isOne: a.path && b.path ? a.isOne && b.isOne && a.path.last === b.path.last : a.isOne || b.isOne,
    load: a.load === null ? b.load : b.load === null ? a.load : Math.max(a.load, b.load),
    returns: joinReturns(a.returns, b.returns),
  };
}
