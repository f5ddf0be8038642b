import { dayMilliseconds } from "#contract/day";

/**
 * Automatic payments (servers, monitoring) are attempted hourly, starting this many days before the paid time ends.
 */
export const automaticPaymentDays = 1;

/**
 * Returns when the automatic payment for a period ending then is first attempted. Takes a date or an ISO 8601 string.
 */
export const automaticPaymentFrom = (end: Date | string): Date =>
  new Date(new Date(end).getTime() - automaticPaymentDays * dayMilliseconds);
