import type { Path } from "./drawdown-path";
import type { EquitySummary } from "./equity";
import { noFlows } from "./flows";
import { closesForBefore, flowsOf, noReturns, returnsOfCloses } from "./returns";
import type { Summary } from "./summary";

/** Serializes a summary as JSON; a bigint is written as `"12n"` and restored on reading. */
export function toJson(summary: Summary | EquitySummary): string {
  const written =
    "returns" in summary && "load" in summary
      ? { ...summary, returns: { ...summary.returns, ...closesForBefore } }
      : summary;
  return JSON.stringify(written, (_, value) => (typeof value === "bigint" ? `${value}n` : value));
}

/** Parses the balance part of a serialized summary. */
export const pathFrom = (text: string) => JSON.parse(text, revive) as Path | null;

/**
 * Parses a summary. One written by version 1.1 has no sum of the trades alone; growth is used instead until the day
 * is summed up again (docs/adr/0022).
 */
export function summaryFrom(text: string): Summary {
  const read = JSON.parse(text, revive) as Summary;
  return {
    ...read,
    traded: read.traded === undefined ? read.growth : read.traded,
    lowestResult: read.lowestResult ?? 0n,
    dayEnds: read.dayEnds ?? [],
    flows: read.flows ?? noFlows,
    startsAfterFlow: read.startsAfterFlow ?? true,
  };
}

/**
 * Parses an equity summary. Equity days outlive their downsampled snapshots, so those written by version 1.0 still
 * exist. A summary without `isOne` counts as more than one value.
 */
export function equityFrom(text: string): EquitySummary {
  const read: EquitySummary = { isOne: false, ...JSON.parse(text, revive) };
  const { path } = read;
  const returns = "rest" in read.returns ? read.returns : returnsOfCloses(read.returns as never);
  return {
    ...read,
    path: path && !path.sunk ? { ...path, ...dipsOf(path) } : path,
    flowless: read.flowless ?? { flows: flowsOf(returns), first: read.start, lowest: read.lowest },
    returns: { ...noReturns, ...returns },
  };
}

/**
 * Derives the fields that version 1.0 did not store: with only one lowest point known, the final running peak stands
 * for the peak above it.
 */
function dipsOf({ lowest, peak, restarts }: Path): Pick<Path, "floor" | "sunk"> {
  if (lowest === null || lowest >= 0n) return { floor: lowest, sunk: [] };
  return { floor: null, sunk: [{ peak: restarts ? lowest : peak, low: lowest }] };
}

const bigints = /^-?\d+n$/;
const revive = (_: string, value: unknown) =>
  typeof value === "string" && bigints.test(value) ? BigInt(value.slice(0, -1)) : value;
