import type { Decimal } from "#statements/decimal";
import { ratio } from "#statements/decimal";
import type { Moments } from "./moments";
import { joinMoments, momentOf, noMoments } from "./moments";

/**
 * Daily equity returns of a stretch of days, joinable: each return compares a day's last equity, less what was paid in since,
 * with the last equity of the day before it.
 */
export type Returns = {
  /** Cash flows up to the first close, and after the last one. */
  head: Decimal;
  tail: Decimal;
  firstClose: Decimal | null;
  lastClose: Decimal | null;
  moments: Moments;
  /** Sum of the squares of the negative returns. */
  downside: number;
};

export const noReturns: Returns = {
  head: 0n,
  tail: 0n,
  firstClose: null,
  lastClose: null,
  moments: noMoments,
  downside: 0,
};

/**
 * One day; `close` null where nothing was heard, `flows` the money that came or went before and after that close.
 * A weekend has no close of its own: what it changes counts on Monday.
 */
export function dayReturn(
  day: string,
  close: Decimal | null,
  flows: { before: Decimal; after: Decimal },
): Returns {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  if (close === null || weekday === 0 || weekday === 6)
    return { ...noReturns, head: flows.before + flows.after };
  return { ...noReturns, head: flows.before, tail: flows.after, firstClose: close, lastClose: close };
}

export function joinReturns(a: Returns, b: Returns): Returns {
  if (b.firstClose === null)
    return a.firstClose === null ? { ...a, head: a.head + b.head } : { ...a, tail: a.tail + b.head };
  if (a.firstClose === null || a.lastClose === null) return { ...b, head: a.head + b.head };
  const joined = {
    ...b,
    head: a.head,
    firstClose: a.firstClose,
    moments: joinMoments(a.moments, b.moments),
    downside: a.downside + b.downside,
  };
  if (a.lastClose <= 0n) return joined;
  const change = ratio(b.firstClose - a.tail - b.head - a.lastClose, a.lastClose);
  return {
    ...joined,
    moments: joinMoments(joinMoments(a.moments, momentOf(change)), b.moments),
    downside: joined.downside + Math.min(change, 0) ** 2,
  };
}
