import { dayMilliseconds } from "#contract/day";
import { dateFormat } from "#contract/formats";
import type { ReportPeriod } from "#contract/monitoring/notices";

/** Calendar days in a time zone, both included: `2026-11-20`. */
export type DaySpan = { fromDay: string; toDay: string };

/** Returns the calendar day in a time zone at a moment. */
export function dayIn(zone: string, moment: Date): string {
  // the Swedish locale formats dates as ISO 8601
  return dateFormat("sv-SE", { timeZone: zone, dateStyle: "short" }).format(moment);
}

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMilliseconds).toISOString().slice(0, 10);

/** Returns 1 for Monday to 7 for Sunday. */
const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

/** Returns the period that contains a day, up to that day. */
export function periodUpTo(period: ReportPeriod, day: string): DaySpan {
  if (period === "daily") return { fromDay: day, toDay: day };
  if (period === "weekly") return { fromDay: addDays(day, 1 - weekday(day)), toDay: day };
  return { fromDay: `${day.slice(0, 8)}01`, toDay: day };
}

/** Returns the last whole period that has ended on a day. */
export function periodBefore(period: ReportPeriod, day: string): DaySpan {
  const { fromDay } = periodUpTo(period, day);
  return periodUpTo(period, addDays(fromDay, -1));
}

/** Returns the moment at which a day begins in a time zone. If clocks skip midnight, the first moment after it. */
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

/** Returns the bounds of a span as moments: `from` included, `until` excluded. */
export const momentsOf = ({ fromDay, toDay }: DaySpan, zone: string): { from: Date; until: Date } => ({
  from: startOf(fromDay, zone),
  until: startOf(addDays(toDay, 1), zone),
});
