import type { Decimal } from "#statements/decimal";
import { ratio } from "#statements/decimal";
import type { Path } from "./drawdown-path";
import { joinPaths, point, restart } from "./drawdown-path";
import type { EquitySnapshot } from "./history";
import type { Returns } from "./returns";
import { dayReturns, joinReturns, noReturns } from "./returns";

/** The equity data of one interval of snapshots that the figures need; can be combined like `Summary`. */
export type EquitySummary = {
  start: Decimal | null;
  lowest: Decimal | null;
  path: Path | null;
  flowless: Flowless;
  /** Whether the path is a single value, even if reported several times, so that it does not define drawdowns yet. */
  isOne: boolean;
  /** Largest margin / equity; null if no snapshot had a positive equity. */
  load: number | null;
  returns: Returns;
};

/**
 * The equity minus the cash flows of the interval so far: its first and its lowest value, and the sum of the flows.
 */
export type Flowless = { flows: Decimal; first: Decimal | null; lowest: Decimal | null };
export const noFlowless: Flowless = { flows: 0n, first: null, lowest: null };

const joinFlowless = (a: Flowless, b: Flowless): Flowless => ({
  flows: a.flows + b.flows,
  first: a.first ?? (b.first === null ? null : b.first - a.flows),
  lowest: lower(a.lowest, b.lowest === null ? null : b.lowest - a.flows),
});

const lower = (a: Decimal | null, b: Decimal | null) => (a === null || (b !== null && b < a) ? b : a);

export const noEquity: EquitySummary = {
  start: null,
  lowest: null,
  path: null,
  flowless: noFlowless,
  isOne: false,
  load: null,
  returns: noReturns,
};

/**
 * Returns the summary of one snapshot, without its daily return (see `withSnapshot`). `flowed`: a cash flow came
 * since the previous snapshot. Between two snapshots the lowest equity counts before the highest: their order is
 * unknown, and an uncertain drawdown does not count.
 */
function ofSnapshot(snapshot: EquitySnapshot, flowed: boolean): EquitySummary {
  const { equity, margin, equityLow, equityHigh } = snapshot;
  // with a cash flow in between, it is also unknown whether the extremes came before or after it
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

/** Adds a snapshot later than the known ones to a day; `flowed` as in `ofSnapshot`. */
export function withSnapshot(
  day: string,
  current: EquitySummary,
  snapshot: EquitySnapshot,
  flowed: boolean,
  flows: DayFlows,
): EquitySummary {
  const added = ofSnapshot(snapshot, flowed);
  const flowless = {
    flows: flows.before + flows.after,
    first: current.flowless.first ?? snapshot.equity - flows.before,
    lowest: lower(current.flowless.lowest, (added.lowest ?? snapshot.equity) - flows.before),
  };
  const returns = dayReturns(day, current.returns, snapshot.equity, flows);
  return { ...joinEquity(current, added), flowless, returns };
}

/** Adds cash flows after the last snapshot to a day. */
export const withFlows = (day: string, known: EquitySummary, flows: DayFlows): EquitySummary => ({
  ...known,
  flowless: { ...known.flowless, flows: flows.before + flows.after },
  returns: dayReturns(day, known.returns, null, flows),
});

export function joinEquity(a: EquitySummary, b: EquitySummary): EquitySummary {
  return {
    start: a.start ?? b.start,
    lowest: lower(a.lowest, b.lowest),
    path: joinPaths(a.path, b.path),
    flowless: joinFlowless(a.flowless, b.flowless),
    // the same value reported twice is still one value, so that a repeated post changes nothing
    isOne: a.path && b.path ? a.isOne && b.isOne && a.path.last === b.path.last : a.isOne || b.isOne,
    load: a.load === null ? b.load : b.load === null ? a.load : Math.max(a.load, b.load),
    returns: joinReturns(a.returns, b.returns),
  };
}
