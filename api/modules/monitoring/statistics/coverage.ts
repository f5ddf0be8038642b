import { dayMilliseconds, dayOf } from "#contract/day";

/**
 * Returns the seconds of each UTC day in which at least one of the intervals was open; overlapping ones count once.
 *
 * @param intervals `[from, to]` in epoch milliseconds, in any order
 * @param since only time after this moment counts
 * @param until only time before this moment counts
 */
export function coverage(
  intervals: [number, number][],
  since = Number.NEGATIVE_INFINITY,
  until = Number.POSITIVE_INFINITY,
): Map<string, number> {
  const days = new Map<string, number>();
  let covered = since;
  for (const [from, last] of intervals.toSorted((a, b) => a[0] - b[0])) {
    const to = Math.min(last, until);
    for (let start = Math.max(from, covered); start < to; ) {
      const midnight = Math.floor(start / dayMilliseconds) * dayMilliseconds + dayMilliseconds;
      const end = Math.min(midnight, to);
      const day = dayOf(start);
      days.set(day, (days.get(day) ?? 0) + (end - start) / 1000);
      start = end;
    }
    covered = Math.max(covered, to);
  }
  return days;
}
