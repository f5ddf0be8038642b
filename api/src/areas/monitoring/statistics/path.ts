import type { Decimal } from "#api/values/decimal";

/** A fall from a running peak. */
export type Fall = { money: Decimal; peak: Decimal };

/**
 * What has to be known of a stretch of a balance or equity line to find its drawdowns, and those of stretches joined together.
 * At a cash flow the worst so far is kept and the peak restarts from the new value (MetaTrader's rule for deposits).
 */
export type Path = {
  /** Lowest point before the first cash flow of the stretch: what a peak of an earlier stretch falls to. Null: no point before it. */
  lowest: Decimal | null;
  restarts: boolean;
  /** The running peak at the end, and the last point. */
  peak: Decimal;
  last: Decimal;
  /** The largest fall in money, and the largest in percent of its peak: often two different places. */
  maximal: Fall | null;
  relative: Fall | null;
};

/** One point of the line. */
export const point = (value: Decimal): Path => ({
  lowest: value,
  restarts: false,
  peak: value,
  last: value,
  maximal: null,
  relative: null,
});

/** The value right after a deposit, a withdrawal, a correction or a credit. */
export const restart = (value: Decimal): Path => ({ ...point(value), lowest: null, restarts: true });

/** The stretch `a` followed by the stretch `b`. */
export function joinPaths(a: Path | null, b: Path | null): Path | null {
  if (!a || !b) return a ?? b;
  const carried = b.lowest !== null && b.lowest < a.peak ? { money: a.peak - b.lowest, peak: a.peak } : null;
  return {
    lowest:
      a.restarts || b.lowest === null
        ? a.lowest
        : a.lowest === null
          ? null
          : a.lowest < b.lowest
            ? a.lowest
            : b.lowest,
    restarts: a.restarts || b.restarts,
    peak: b.restarts || b.peak > a.peak ? b.peak : a.peak,
    last: b.last,
    maximal: largest([a.maximal, carried, b.maximal], (x, y) => x.money > y.money),
    relative: largest(
      [a.relative, inPercent(carried), b.relative],
      (x, y) => x.money * y.peak > y.money * x.peak,
    ),
  };
}

/** The fall that lasts at the end of the line; of no money at a new peak. */
export const currentFall = (path: Path): Fall => ({ money: path.peak - path.last, peak: path.peak });

const inPercent = (fall: Fall | null) => (fall && fall.peak > 0n ? fall : null);

function largest(falls: (Fall | null)[], beats: (x: Fall, y: Fall) => boolean): Fall | null {
  return falls.reduce((best, fall) => (fall && (!best || beats(fall, best)) ? fall : best), null);
}
