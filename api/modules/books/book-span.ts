import * as z from "zod/mini";
import type { Deps } from "#api/deps";
import { dayMilliseconds, dayOf } from "#contract/day";
import { date } from "#contract/period";

/** Days (UTC), both included; by default the current month up to today. */
export const bookSpanInput = z.object({ from: z.optional(date), to: z.optional(date) });
export type BookSpan = z.output<typeof bookSpanInput>;

/** Returns the start of the span and the first moment after it. */
export function bookSpanOf({ clock }: Pick<Deps, "clock">, { from, to }: BookSpan): { from: Date; to: Date } {
  const today = dayOf(clock.now());
  const last = to ?? today;
  return {
    from: new Date(from ?? `${last.slice(0, 7)}-01`),
    to: new Date(Date.parse(last) + dayMilliseconds),
  };
}
