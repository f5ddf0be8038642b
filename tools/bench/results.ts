/** Arguments of `npm run bench -- <part>`. */
export const parts = ["flows", "presses", "pages", "rows", "start"] as const;

/** Results of one run, by part; a part that was not requested is from an earlier run of the same commit. */
export type Results = {
  commit: string;
  /** A note for readers, added by hand to the results and shown on the page. */
  note?: string;
  flows?: Measured<FlowsResult>;
  presses?: Measured<PressesResult>;
  pages?: Measured<PagesResult>;
  rows?: Measured<RowsResult[]>;
  start?: Measured<StartResult>;
};

/** A part with the load of the machine; its numbers are comparable only with each other. */
export type Measured<T> = { at: string; cores: number; load: number; node: string; found: T };

/**
 * Milliseconds from the start, milliseconds waited after each press, whether script (1) or a document (0) answered
 * it, and bytes.
 */
export type Flow = {
  firstPaint: number;
  usable: number;
  servers: number;
  paid: number;
  logIn: number;
  order: number;
  pay: number;
  waiting: number;
  logInByScript: number;
  orderByScript: number;
  payByScript: number;
  bytes: number;
  scriptBytes: number;
  requests: number;
};

/** The same values per round. */
export type Series = Record<keyof Flow, number[]>;

export const variants = ["ours", "withoutScript", "peer"] as const;
type ByWhom = Record<(typeof variants)[number], Series>;
export type FlowsOfLine = { line: string; straight: ByWhom; paused: ByWhom };
export type FlowsResult = { peerCommit: string; lines: FlowsOfLine[] };

/** Milliseconds from an interaction to the next paint, for each attempt. */
export type PressResult = { what: string; unhydrated: number[]; hydrated: number[] };
export type PressesResult = {
  presses: PressResult[];
  /** Longest task of the main thread during hydration, for each attempt. */
  hydration: { path: string; longest: number[] }[];
};

/** CPU time per request of the process that renders pages, in milliseconds. */
export type PagesResult = { bare: number; bareTable: number; pages: { path: string; ms: number }[] };

/** Cost of an operation with few and with many rows: the minimum of many runs, in milliseconds. */
export type RowsResult = { bench: string; what: string; few: RowsSide; many: RowsSide };
export type RowsSide = { rows: string; ms: number; pieces?: ChunkStats };

/** A history refreshed in chunks; older results don't have it. */
export type ChunkStats = {
  count: number;
  /** The longest chunk, in wall-clock and CPU time. */
  longest: { seconds: number; cpuSeconds: number };
  /** Maximum of the resident memory above that at the start. */
  megabytes: number;
  /**
   * The page of another account, in wall-clock milliseconds: without other load, and in the same process during the
   * refresh.
   */
  page: { quiet: Times; meanwhile: Times };
};
export type Times = { count: number; median: number; longest: number };

export type StartResult = {
  /**
   * Seconds until a process responds, its memory in MB then and after pages were read; `bare` is a minimal Remix app.
   */
  bare: { seconds: number; megabytes: number };
  first: { seconds: number; megabytes: number };
  again: { seconds: number; megabytes: number; megabytesAfterPages: number; pages: number };
};

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
