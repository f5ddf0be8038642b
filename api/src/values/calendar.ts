/** Days and months, in UTC. */

import { dayMilliseconds } from "#contract/day";
/** The same time of day `months` later; the last day of the month where it has no such day (January 31 → February 28). */
export function addMonths(from: Date, months: number): Date {
  const to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(to.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return to;
}

export const addDays = (from: Date, days: number) => new Date(from.getTime() + days * dayMilliseconds);

/** The first moment of a day. */
export const startOfDay = (day: string) => new Date(`${day}T00:00:00.000Z`);

/** Days between two moments; a day that has begun counts whole. */
export const daysBetween = (from: Date, to: Date) =>
  Math.max(0, Math.ceil((to.getTime() - from.getTime()) / dayMilliseconds));
