/** A day is one of UTC: the same for every reader, and never 23 or 25 hours long. */
export const daySeconds = 86_400;
export const dayMilliseconds = daySeconds * 1000;

/** `2026-11-21`, the day that a moment (or its epoch milliseconds) belongs to. */
export const dayOf = (moment: Date | number): string => new Date(moment).toISOString().slice(0, 10);

/** `2026-11`, its month. */
export const monthOf = (moment: Date | number): string => dayOf(moment).slice(0, 7);

/** How many days of UTC there are from one to another, both counted: a week is seven. */
export const daysFromTo = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMilliseconds) + 1;
