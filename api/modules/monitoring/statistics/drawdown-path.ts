import type { Decimal } from "#statements/decimal";

/** A drawdown from a running peak. */
export type Fall = { money: Decimal; peak: Decimal };

/** A running peak with its lowest point before the next peak. */
type Dip = { peak: Decimal; low: Decimal };

/**
 * Summary of an interval of a balance or equity line from which its drawdowns, and those of combined intervals,
 * follow. A cash flow keeps the worst drawdown so far and restarts the peak from the new value (MetaTrader's rule for
 * deposits).
 *
 * An earlier, higher peak stays the running peak. Of two peaks over the same low point the higher one gives the
 * larger percentage, so an interval's own lower peak is harmless, unless the low point is below zero: there the
 * smaller peak gives the larger percentage (docs/adr/0022). Such dips are stored separately until the peak before the
 * interval is known.
 */
export type Path = {
  /**
   * Lowest point before the first cash flow of the interval, to which a peak of an earlier interval falls. Null if
   * there is no point before it.
   */
  lowest: Decimal | null;
  /** Like `lowest`, but only under the running peaks without a point below zero. */
  floor: Decimal | null;
  /**
   * Running peaks before the first cash flow that have points below zero, in order; empty for all but ruined
   * accounts.
   */
  sunk: Dip[];
  restarts: boolean;
  /** The running peak at the end, and the last point. */
  peak: Decimal;
  last: Decimal;
  /**
   * The largest drawdown in money, and the largest in percent of its peak, without `sunk`; often at two different
   * places.
   */
  maximal: Fall | null;
  relative: Fall | null;
};

/** Returns the path of a single point. */
export const point = (value: Decimal): Path => ({
  lowest: value,
  floor: value < 0n ? null : value,
  sunk: value < 0n ? [{ peak: value, low: value }] : [],
  restarts: false,
  peak: value,
  last: value,
  maximal: null,
  relative: null,
});

/** Returns the path of the value right after a deposit, a withdrawal, a correction or a credit. */
export const restart = (value: Decimal): Path => ({
  ...point(value),
  lowest: null,
  floor: null,
  sunk: [],
  restarts: true,
});

/**
 * Returns the base for later drawdowns: the running peak and the last point of a line whose own drawdowns are already
 * counted.
 */
export const drawdownBase = ({ peak, last }: Path): Path => ({ ...restart(peak), last });

/** Combines the interval `a` with the following interval `b`. */
export function joinPaths(a: Path | null, b: Path | null): Path | null {
  if (!a || !b) return a ?? b;
  const under = b.sunk.filter(({ peak }) => peak <= a.peak);
  const over = b.sunk.filter(({ peak }) => peak > a.peak);
  const low = under.length > 0 ? under.map((dip) => dip.low).reduce(lower) : b.floor;
  const fallen: Dip[] = low !== null && low < a.peak ? [{ peak: a.peak, low }] : [];
  // the peaks of `a` after a cash flow are final; those before it may still be exceeded by an earlier peak
  const [finalDips, open] = a.restarts
    ? [[...fallen, ...over], a.sunk]
    : low !== null && low < 0n
      ? [[], pruned([...a.sunk, ...fallen, ...over])]
      : [fallen, pruned([...a.sunk, ...over])];
  return {
    lowest: a.restarts ? a.lowest : lowerOrNull(a.lowest, b.lowest),
    floor: a.restarts ? a.floor : lowerOrNull(a.floor, b.floor),
    sunk: open,
    restarts: a.restarts || b.restarts,
    peak: b.restarts || b.peak > a.peak ? b.peak : a.peak,
    last: b.last,
    maximal: largest(
      [
        a.maximal,
        b.lowest !== null && b.lowest < a.peak ? fallOf({ peak: a.peak, low: b.lowest }) : null,
        b.maximal,
      ],
      (x, y) => x.money > y.money,
    ),
    relative: largest([a.relative, ...inPercent(finalDips), b.relative], isDeeper),
  };
}

/** Returns the largest drawdown in percent of its peak, if nothing precedes the interval. */
export const relativeFall = (path: Path): Fall | null =>
  largest([path.relative, ...inPercent(path.sunk)], isDeeper);

/** Returns the drawdown at the end of the line; zero at a new peak. */
export const currentFall = (path: Path): Fall => ({ money: path.peak - path.last, peak: path.peak });

/**
 * Compares drawdowns in percent of their peaks. Of equally deep ones, such as two to zero, the one with more money is
 * deeper, so that the order does not matter.
 */
function isDeeper(x: Fall, y: Fall): boolean {
  const [one, other] = [x.money * y.peak, y.money * x.peak];
  return one > other || (one === other && x.money > y.money);
}
const fallOf = ({ peak, low }: Dip): Fall => ({ money: peak - low, peak });
const inPercent = (dips: Dip[]): Fall[] => dips.filter(({ peak }) => peak > 0n).map(fallOf);
const lower = (a: Decimal, b: Decimal): Decimal => (b < a ? b : a);
const lowerOrNull = (a: Decimal | null, b: Decimal | null) =>
  a === null || b === null ? (a ?? b) : lower(a, b);

/** Drops the dips that can be neither the lowest under an earlier peak nor the deepest under their own. */
function pruned(dips: Dip[]): Dip[] {
  if (dips.length < 3) return dips;
  return dips.filter((dip, index) => {
    const isLowest = dips.slice(0, index).every(({ low }) => dip.low < low);
    return (
      isLowest ||
      (dip.peak > 0n && dips.slice(index + 1).every((later) => isDeeper(fallOf(dip), fallOf(later))))
    );
  });
}

function largest(falls: (Fall | null)[], beats: (x: Fall, y: Fall) => boolean): Fall | null {
  return falls.reduce<Fall | null>(
    (best, fall) => (fall && (!best || beats(fall, best)) ? fall : best),
    null,
  );
}
