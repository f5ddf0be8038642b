import { dayMilliseconds } from "#contract/day";

/**
 * Returns the date (UTC, `2025-01-31`) of the last of `count` working days after the day of `from`. Saturdays and
 * Sundays do not count; public holidays differ by country and are not considered.
 */
export function workingDaysAfter(from: Date, count: number): string {
  let time = Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate());
  for (let left = count; left > 0; ) {
    time += dayMilliseconds;
    const weekday = new Date(time).getUTCDay();
    if (weekday !== 0 && weekday !== 6) left--;
  }
  return new Date(time).toISOString().slice(0, 10);
}
