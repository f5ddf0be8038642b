/** A day is one of UTC: the same for every reader, and never 23 or 25 hours long. */
export const daySeconds = 86_400;
export const dayMilliseconds = daySeconds * 1000;

/** `2026-11-21`, the day that a moment (or its epoch milliseconds) belongs to. */
export const dayOf = (moment: Date | number): string => new Date(moment).toISOString().slice(0, 10);

/** `2026-11`, its month. */
export const monthOf = (moment: Date | number): string => dayOf(moment).slice(0, 7);

/** How long a history is that begins on one UTC day and ends on another: one day at least. */
export const daysBetween = (from: string, to: string): number =>
  Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / dayMilliseconds));
