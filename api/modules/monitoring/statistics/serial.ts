import type { EquitySummary } from "./equity";
import { noFlows } from "./flows";
import type { Path } from "./path";
import { closesForBefore, flowsOf, noReturns, returnsOfCloses } from "./returns";
import type { Summary } from "./summary";

/** Summaries as JSON text: a bigint is written `"12n"`, and read back as it was. */
export function toJson(summary: Summary | EquitySummary): string {
  const written =
    "returns" in summary && "load" in summary
      ? { ...summary, returns: { ...summary.returns, ...closesForBefore } }
      : summary;
  return JSON.stringify(written, (_, value) => (typeof value === "bigint" ? `${value}n` : value));
}

/** The balance's part of a summary's text. */
export const pathFrom = (text: string) => JSON.parse(text, revive) as Path | null;

/** What version 1.1 wrote has no sum of the trades alone: growth stands for it until the day is summed up anew (docs/adr/0022). */
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
 * Days of equity are kept when their snapshots are thinned, so those that were written by version 1.0 are still there. One that does
 * not say whether it is one value is not taken for one.
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

/** What version 1.0 did not keep of a line: with one lowest point known, the running peak at the end stands for the one above it. */
function dipsOf({ lowest, peak, restarts }: Path): Pick<Path, "floor" | "sunk"> {
  if (lowest === null || lowest >= 0n) return { floor: lowest, sunk: [] };
  return { floor: null, sunk: [{ peak: restarts ? lowest : peak, low: lowest }] };
}

const bigints = /^-?\d+n$/;
const revive = (_: string, value: unknown) =>
  typeof value === "string" && bigints.test(value) ? BigInt(value.slice(0, -1)) : value;
