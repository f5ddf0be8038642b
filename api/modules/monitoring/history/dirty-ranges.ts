import type { monitoringAccounts } from "#api/db/schema/monitoring";

/** Dirty ranges: the time from which something changed, in epoch milliseconds; Infinity: nothing did. */
export type DirtyRanges = {
  /** Trades and operations: balances change from here on. */
  events: number;
  /** Operations: the equity figures treat them as cash flows. */
  flows: number;
  /** Openings: time with an open position. */
  coverage: number;
};

export const noChange: DirtyRanges = {
  events: Number.POSITIVE_INFINITY,
  flows: Number.POSITIVE_INFINITY,
  coverage: Number.POSITIVE_INFINITY,
};

export const mergeRanges = (a: DirtyRanges, b: Partial<DirtyRanges>): DirtyRanges => ({
  events: Math.min(a.events, b.events ?? Number.POSITIVE_INFINITY),
  flows: Math.min(a.flows, b.flows ?? Number.POSITIVE_INFINITY),
  coverage: Math.min(a.coverage, b.coverage ?? Number.POSITIVE_INFINITY),
});

type Staleness = Pick<
  typeof monitoringAccounts.$inferSelect,
  "dirtyFrom" | "equityDirtyFrom" | "coverageDirtyFrom"
>;

/** Returns whether part of a history still has to be aggregated. */
export const isDirty = ({ dirtyFrom, equityDirtyFrom, coverageDirtyFrom }: Staleness) =>
  dirtyFrom !== null || equityDirtyFrom !== null || coverageDirtyFrom !== null;
