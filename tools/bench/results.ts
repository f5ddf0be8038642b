/** What `npm run bench -- <part>` can be asked for. */
export const parts = ["flows", "pages", "rows", "start"] as const;

/** What one run has found out, part by part; a part that was not asked for is that of an earlier run of the same commit. */
export type Results = {
  commit: string;
  /** What a reader must know besides, written by hand into the results: the page says it. */
  note?: string;
  flows?: Measured<FlowsOfLine[]>;
  pages?: Measured<PagesResult>;
  rows?: Measured<RowsResult[]>;
  start?: Measured<StartResult>;
};

/** A part, and how busy the machine was that it ran on: its numbers are compared with each other only. */
export type Measured<T> = { at: string; cores: number; load: number; node: string; found: T };

/** Medians, in milliseconds and bytes. */
export type FlowMedians = {
  firstPaint: number;
  usable: number;
  servers: number;
  paid: number;
  bytes: number;
  scriptBytes: number;
  requests: number;
  scriptRequests: number;
};

export type FlowsOfLine = {
  line: string;
  runs: number;
  ours: FlowMedians;
  withoutScript: FlowMedians;
  peer: FlowMedians;
};

/** Milliseconds of processor time of the process that draws pages, a request. */
export type PagesResult = { bare: number; bareTable: number; pages: { path: string; ms: number }[] };

/** What one thing costs with few rows and with many: the least of many times, in milliseconds. */
export type RowsResult = { bench: string; what: string; few: RowsSide; many: RowsSide };
export type RowsSide = { rows: string; ms: number; pieces?: Pieces };

/** A history that is summed up anew, piece by piece; results of before this was kept have none. */
export type Pieces = {
  count: number;
  /** The longest of them, by the clock and of our processor. */
  longest: { seconds: number; cpuSeconds: number };
  /** Resident memory above that of the start, at most. */
  megabytes: number;
  /** The page of another account, in milliseconds by the clock: with nothing else to do, and in the same process meanwhile. */
  page: { quiet: Times; meanwhile: Times };
};
export type Times = { count: number; median: number; longest: number };

export type StartResult = {
  /** Seconds until a process answers, and its memory then and after pages were read, in MB; `bare` is a Remix of one empty page. */
  bare: { seconds: number; megabytes: number };
  first: { seconds: number; megabytes: number };
  again: { seconds: number; megabytes: number; megabytesAfterPages: number; pages: number };
};

/** The one in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
