import type { Money } from "#contract/admin/values";

/**
 * Returns a sum for a cell of an operation's row; the command line and the console each format it.
 * @param cents hundredths of the currency
 */
export const money = (cents: number, currency = "USD"): Money => ({ cents, currency });
