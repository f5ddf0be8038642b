import { dayMilliseconds } from "#contract/day";
import type { Decimal } from "#statements/decimal";
import { ratio } from "#statements/decimal";
import type { Path } from "./drawdown-path";

/**
 * State of a balance at the end of a UTC day on which it changed: whether a cash flow restarted the peak on that day,
 * the running peak and the last point. Lists can be combined and have one entry for each such day, however many
 * trades it had.
 */
export type DayEnd = [day: number, restarts: 0 | 1, peak: Decimal, last: Decimal];

/** Returns the number of a moment's UTC day. */
export const dayNumber = (time: number) => Math.floor(time / dayMilliseconds);

export const dayEndOf = (time: number, { restarts, peak, last }: Path): DayEnd[] => [
  [dayNumber(time), restarts ? 1 : 0, peak, last],
];

const joinEnds = ([day, restarts, peak]: DayEnd, [, again, later, end]: DayEnd): DayEnd => [
  day,
  restarts || again ? 1 : 0,
  again || later > peak ? later : peak,
  end,
];

/** Combines the list `a` with the following list `b`; a day that is split between both becomes one entry. */
export function joinDayEnds(a: DayEnd[], b: DayEnd[]): DayEnd[] {
  const [last, first] = [a.at(-1), b[0]];
  if (!last || !first) return last ? a : b;
  if (last[0] !== first[0]) return [...a, ...b];
  return [...a.slice(0, -1), joinEnds(last, first), ...b.slice(1)];
}

/** The drawdowns that last past the end of a day: their mean depth, and how many days ended below the last peak. */
export type Underwater = {
  falls: number;
  /** Mean of the deepest points; null if there is no drawdown, or a peak was not positive. */
  depth: number | null;
  days: number;
  longestDays: number;
};

/**
 * Finds the drawdowns at day ends. A drawdown continues from day to day while the peak is the same; a new peak or a
 * cash flow ends it. Days without changes count like the day before them.
 *
 * @param opening the balance before the first day; null for none, so the first day's own peak counts
 * @param lastDay the number of the last known day
 */
export function underwaterOf(ends: DayEnd[], opening: Decimal | null, lastDay: number): Underwater {
  let running = opening;
  let fall: { depth: number | null; days: number } | null = null;
  const falls: { depth: number | null; days: number }[] = [];
  for (const [index, [day, restarts, peak, last]] of ends.entries()) {
    const before: Decimal | null = running;
    running = restarts || before === null || peak > before ? peak : before;
    if (restarts || running !== before) fall = null;
    if (last >= running) {
      fall = null;
      continue;
    }
    if (!fall) {
      fall = { depth: 0, days: 0 };
      falls.push(fall);
    }
    fall.days += Math.max(1, (ends[index + 1]?.[0] ?? lastDay + 1) - day);
    const depth = running > 0n ? ratio(running - last, running) : null;
    fall.depth = fall.depth === null || depth === null ? null : Math.max(fall.depth, depth);
  }
  const depths = falls.flatMap(({ depth }) => (depth === null ? [] : [depth]));
  return {
    falls: falls.length,
    depth:
      falls.length === 0 || depths.length < falls.length
        ? null
        : depths.reduce((sum, depth) => sum + depth, 0) / depths.length,
    days: falls.reduce((sum, { days }) => sum + days, 0),
    longestDays: falls.reduce((longest, { days }) => Math.max(longest, days), 0),
  };
}

/** Returns the figure: days under water / all days, and the longest drawdown. */
export const timeUnderWater = ({ days, longestDays }: Underwater, allDays: number) => ({
  share: days / allDays,
  longest_seconds: (longestDays * dayMilliseconds) / 1000,
});
