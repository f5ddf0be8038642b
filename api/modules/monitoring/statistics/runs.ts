import type { Decimal } from "#statements/decimal";

/** Consecutive trades with the same outcome, given by `won`; a zero result belongs to no run and breaks none. */
export type Run = { won: boolean; count: number; money: Decimal };

/** The runs of an interval of trades; can be combined with the next interval. */
export type Runs = {
  first: Run;
  last: Run;
  wins: SideRuns;
  losses: SideRuns;
};

/** `longest` by count with its sum, `richest` by money with its count; on a tie the earlier one. */
export type SideRuns = { runs: number; longest: Run | null; richest: Run | null };

const none: SideRuns = { runs: 0, longest: null, richest: null };

/** Returns the run of a single trade; null for a zero result. */
export function runOf(result: Decimal): Runs | null {
  if (result === 0n) return null;
  const run: Run = { won: result > 0n, count: 1, money: result };
  const own: SideRuns = { runs: 1, longest: run, richest: run };
  return { first: run, last: run, wins: run.won ? own : none, losses: run.won ? none : own };
}

export const runCount = (runs: Runs) => runs.wins.runs + runs.losses.runs;

/** Combines the interval `a` with the following interval `b`; a run across the boundary counts once. */
export function joinRuns(a: Runs | null, b: Runs | null): Runs | null {
  if (!a || !b) return a ?? b;
  const isContinued = a.last.won === b.first.won;
  const joint: Run | null = isContinued
    ? { won: a.last.won, count: a.last.count + b.first.count, money: a.last.money + b.first.money }
    : null;
  return {
    first: joint && runCount(a) === 1 ? joint : a.first,
    last: joint && runCount(b) === 1 ? joint : b.last,
    wins: joinSides(a.wins, b.wins, joint?.won === true ? joint : null),
    losses: joinSides(a.losses, b.losses, joint?.won === false ? joint : null),
  };
}

function joinSides(a: SideRuns, b: SideRuns, joint: Run | null): SideRuns {
  return {
    runs: a.runs + b.runs - (joint ? 1 : 0),
    longest: best([a.longest, joint, b.longest], (x, y) => x.count > y.count),
    richest: best([a.richest, joint, b.richest], (x, y) => size(x.money) > size(y.money)),
  };
}

const size = (money: Decimal) => (money < 0n ? -money : money);

function best(runs: (Run | null)[], beats: (x: Run, y: Run) => boolean): Run | null {
  return runs.reduce((found, run) => (run && (!found || beats(run, found)) ? run : found), null);
}

/** Minimum number of trades for the runs test to be meaningful. */
export const zScoreFrom = 30;

type Outcomes = { wins: number; losses: number; runs: Runs | null };

/**
 * Returns the z-score of the runs test over `n` trades: how far the number of runs is from chance; negative if wins
 * tend to follow wins.
 */
export function zScore({ wins, losses, runs }: Outcomes, n: number): number | null {
  if (n < zScoreFrom || !runs) return null;
  const p = 2 * wins * losses;
  const variance = (p * (p - n)) / (n - 1);
  return variance > 0 ? (n * (runCount(runs) - 0.5) - p) / Math.sqrt(variance) : null;
}
