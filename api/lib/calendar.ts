/** Days and months, in UTC. */

import { dayMilliseconds } from "#contract/day";
/**
 * The same time of day `months` later; the last day of the month where it has no such day (January 31 → February 28).
 *
 * @param day of the month that periods end on, 1 to 31: after a shorter month it comes back (February 28 → March 31).
 */
export function addMonths(from: Date, months: number, day: number | null = null): Date {
  const to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(to.getUTCMonth() + months);
  to.setUTCDate(Math.min(periodDay(from, day), lastDayOf(to)));
  return to;
}

/**
 * The day of the month that periods from a moment on end on: the one that they ended on before, where `from` has it or is the last
 * day of a month without it; else the moment's own.
 */
export function periodDay(from: Date, before: number | null): number {
  const own = from.getUTCDate();
  return before !== null && Math.min(before, lastDayOf(from)) === own ? before : own;
}

const lastDayOf = (moment: Date) =>
  new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + 1, 0)).getUTCDate();

export const addDays = (from: Date, days: number) => new Date(from.getTime() + days * dayMilliseconds);

/** The first moment of a day. */
export const startOfDay = (day: string) => new Date(`${day}T00:00:00.000Z`);

/** Days between two moments; a day that has begun counts whole. */
export const daysBetween = (from: Date, to: Date) =>
  Math.max(0, Math.ceil((to.getTime() - from.getTime()) / dayMilliseconds));
