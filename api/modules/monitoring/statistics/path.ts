import type { Decimal } from "#statements/decimal";

/** A fall from a running peak. */
export type Fall = { money: Decimal; peak: Decimal };

/** A running peak with the lowest point under it before the next one. */
type Dip = { peak: Decimal; low: Decimal };

/**
 * What has to be known of a stretch of a balance or equity line to find its drawdowns, and those of stretches joined together.
 * At a cash flow the worst so far is kept and the peak restarts from the new value (MetaTrader's rule for deposits).
 *
 * A running peak stays the peak while the line is below it. Of two peaks over the same low point the higher one makes the larger
 * fall in percent, so what a stretch takes for a peak of its own does no harm, until the low point is below zero: there the smaller
 * peak makes the larger percentage (docs/adr/0022). Such dips are kept apart until the peak before the stretch is known.
 */
export type Path = {
  /** Lowest point before the first cash flow of the stretch: what a peak of an earlier stretch falls to. Null: no point before it. */
  lowest: Decimal | null;
  /** The same of the running peaks that no point below zero lies under. */
  floor: Decimal | null;
  /** The running peaks before the first cash flow with points below zero under them, in order: empty for all but ruined accounts. */
  sunk: Dip[];
  restarts: boolean;
  /** The running peak at the end, and the last point. */
  peak: Decimal;
  last: Decimal;
  /** The largest fall in money, and the largest in percent of its peak, `sunk` apart: often two different places. */
  maximal: Fall | null;
  relative: Fall | null;
};

/** One point of the line. */
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

/** The value right after a deposit, a withdrawal, a correction or a credit. */
export const restart = (value: Decimal): Path => ({
  ...point(value),
  lowest: null,
  floor: null,
  sunk: [],
  restarts: true,
});

/** What later falls are measured from: the running peak and the last point of a line whose own falls are told already. */
export const standing = ({ peak, last }: Path): Path => ({ ...restart(peak), last });

/** The stretch `a` followed by the stretch `b`. */
export function joinPaths(a: Path | null, b: Path | null): Path | null {
  if (!a || !b) return a ?? b;
  const under = b.sunk.filter(({ peak }) => peak <= a.peak);
  const over = b.sunk.filter(({ peak }) => peak > a.peak);
  const low = under.length > 0 ? under.map((dip) => dip.low).reduce(lower) : b.floor;
  const fallen: Dip[] = low !== null && low < a.peak ? [{ peak: a.peak, low }] : [];
  // the peaks of `a` after a cash flow are known for good, those before it may be none
  const [known, open] = a.restarts
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
    relative: largest([a.relative, ...inPercent(known), b.relative], isDeeper),
  };
}

/** The largest fall in percent of its peak, once nothing comes before the stretch any more. */
export const relativeFall = (path: Path): Fall | null =>
  largest([path.relative, ...inPercent(path.sunk)], isDeeper);

/** The fall that lasts at the end of the line; of no money at a new peak. */
export const currentFall = (path: Path): Fall => ({ money: path.peak - path.last, peak: path.peak });

/** In percent of its peak; of equally deep falls, such as two to zero, that of more money, so that it matters nowhere which comes first. */
function isDeeper(x: Fall, y: Fall): boolean {
  const [one, other] = [x.money * y.peak, y.money * x.peak];
  return one > other || (one === other && x.money > y.money);
}
const fallOf = ({ peak, low }: Dip): Fall => ({ money: peak - low, peak });
const inPercent = (dips: Dip[]): Fall[] => dips.filter(({ peak }) => peak > 0n).map(fallOf);
const lower = (a: Decimal, b: Decimal): Decimal => (b < a ? b : a);
const lowerOrNull = (a: Decimal | null, b: Decimal | null) =>
  a === null || b === null ? (a ?? b) : lower(a, b);

/** Without the dips that can be neither the lowest under an earlier peak nor the deepest of their own. */
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
