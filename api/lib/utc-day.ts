import type { UtcDay } from "#contract/admin/values";

/**
 * Returns a day for a cell of an operation's row; the command line and the console each format it.
 * @param day in UTC, `YYYY-MM-DD`
 */
export const utcDay = (day: string): UtcDay => ({ day });
