import { dayMilliseconds } from "#contract/day";
import { dateFormat } from "#contract/formats";
import type { ReportPeriod } from "#contract/monitoring/notices";

/** Calendar days of a zone, both included: `2026-11-20`. */
export type DaySpan = { fromDay: string; toDay: string };

/** The calendar day that a zone shows at a moment. */
export function dayIn(zone: string, moment: Date): string {
  // Sweden writes dates as ISO 8601 does
  return dateFormat("sv-SE", { timeZone: zone, dateStyle: "short" }).format(moment);
}

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMilliseconds).toISOString().slice(0, 10);

/** 1 is Monday, 7 Sunday. */
const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

/** The period that a day lies in, up to that day. */
export function periodUpTo(period: ReportPeriod, day: string): DaySpan {
  if (period === "daily") return { fromDay: day, toDay: day };
  if (period === "weekly") return { fromDay: addDays(day, 1 - weekday(day)), toDay: day };
  return { fromDay: `${day.slice(0, 8)}01`, toDay: day };
}

/** The last whole period that is over on a day. */
export function periodBefore(period: ReportPeriod, day: string): DaySpan {
  const { fromDay } = periodUpTo(period, day);
  return periodUpTo(period, addDays(fromDay, -1));
}

/** The moment at which a day begins in a zone. Where clocks skip midnight, the first moment after it. */
export function startOf(day: string, zone: string): Date {
  const guess = Date.parse(`${day}T00:00:00Z`);
  let low = guess - 15 * 3_600_000;
  let high = guess + 15 * 3_600_000;
  while (low < high) {
    const middle = Math.floor((low + high) / 2 / 60_000) * 60_000;
    if (dayIn(zone, new Date(middle)) < day) low = middle + 60_000;
    else high = middle;
  }
  return new Date(low);
}

/** The moments between which a span lies: from the first, before the second. */
export const momentsOf = ({ fromDay, toDay }: DaySpan, zone: string): { from: Date; until: Date } => ({
  from: startOf(fromDay, zone),
  until: startOf(addDays(toDay, 1), zone),
});
