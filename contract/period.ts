import * as z from "zod/mini";
import { dayMilliseconds, dayOf } from "./day";
import { presets } from "./rules";

/** A preset, or `own` with `from` and `to`. */
export const periodNames = [...presets, "own"] as const;
export type PeriodName = (typeof periodNames)[number];

/** A date without a time, such as `2025-01-31`; days are UTC days. */
export const date = z
  .string()
  .check(z.regex(/^20\d{2}-\d{2}-\d{2}$/, "dateInvalid"), z.iso.date("dateInvalid"));

/** The period of a statistic: a preset that ends now, or custom dates, both inclusive. */
export const periodFields = {
  period: z._default(z.enum(periodNames), "all"),
  from: z.optional(date),
  to: z.optional(date),
};

export type Period = { period: PeriodName; from?: string; to?: string };

const presetDays = { week: 7, month: 30, quarter: 91, year: 365 } as const;

/**
 * Returns the range of a period: whole UTC days from `from`, up to and excluding `to`. "All time" begins at
 * `beginning`. Reversed custom dates are swapped.
 */
export function spanOf(period: Period, now: Date, beginning: Date): { from: Date; to: Date } {
  const startOf = (text: string) => new Date(`${text}T00:00:00Z`);
  const tomorrow = new Date(startOf(dayOf(now)).getTime() + dayMilliseconds);
  if (period.period === "own") {
    const first = period.from ? startOf(period.from) : startOf(dayOf(beginning));
    const last = period.to ? startOf(period.to) : startOf(dayOf(now));
    const [from, to] = first <= last ? [first, last] : [last, first];
    return { from, to: new Date(to.getTime() + dayMilliseconds) };
  }
  if (period.period === "all") return { from: startOf(dayOf(beginning)), to: tomorrow };
  return { from: new Date(tomorrow.getTime() - presetDays[period.period] * dayMilliseconds), to: tomorrow };
}
