/** Days are UTC days: the same for every viewer, and never 23 or 25 hours long. */
export const daySeconds = 86_400;
export const dayMilliseconds = daySeconds * 1000;

/** Returns the day of a moment (or of its epoch milliseconds), as `2026-11-21`. */
export const dayOf = (moment: Date | number): string => new Date(moment).toISOString().slice(0, 10);

/** Returns the month of a moment, as `2026-11`. */
export const monthOf = (moment: Date | number): string => dayOf(moment).slice(0, 7);

/** Returns the last day of a month, such as `2026-11`. */
export const lastDayOfMonth = (month: string): string => {
  const start = new Date(`${month}-01`);
  return dayOf(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 0));
};

/** Returns the number of UTC days between two days, including both: a week has seven. */
export const daysFromTo = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMilliseconds) + 1;
