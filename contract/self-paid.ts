import { dayMilliseconds } from "#contract/day";

/** What pays by itself (servers, monitoring) is tried from so many days before its paid time ends, once an hour. */
export const selfPaidDays = 1;

/** When what ends then is first tried to be paid by itself. Takes a moment or its ISO 8601 string. */
export const selfPaidFrom = (end: Date | string): Date =>
  new Date(new Date(end).getTime() - selfPaidDays * dayMilliseconds);
