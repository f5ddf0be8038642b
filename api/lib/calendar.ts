/** Days and months, in UTC. */

import { dayMilliseconds } from "#contract/day";
/**
 * Returns the same time of day `months` later; on the last day of the month if it has no such day (January 31 →
 * February 28).
 *
 * @param day of the month on which periods end, 1 to 31: it returns after a shorter month (February 28 → March 31).
 */
export function addMonths(from: Date, months: number, day: number | null = null): Date {
  const to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(to.getUTCMonth() + months);
  to.setUTCDate(Math.min(periodDay(from, day), lastDayOf(to)));
  return to;
}

/**
 * Returns the day of the month on which periods from `from` on end: `before` if `from` is that day or the last day of
 * a shorter month; else the day of `from`.
 */
export function periodDay(from: Date, before: number | null): number {
  const own = from.getUTCDate();
  return before !== null && Math.min(before, lastDayOf(from)) === own ? before : own;
}

const lastDayOf = (moment: Date) =>
  new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + 1, 0)).getUTCDate();

export const addDays = (from: Date, days: number) => new Date(from.getTime() + days * dayMilliseconds);

/** Returns the start of a day. */
export const startOfDay = (day: string) => new Date(`${day}T00:00:00.000Z`);

/** Returns the days between two times; a day that has begun counts as a whole one. */
export const daysBetween = (from: Date, to: Date) =>
  Math.max(0, Math.ceil((to.getTime() - from.getTime()) / dayMilliseconds));
