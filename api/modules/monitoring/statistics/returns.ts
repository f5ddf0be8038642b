import { dayMilliseconds } from "#contract/day";
import type { Decimal } from "#statements/decimal";
import { ratio } from "#statements/decimal";
import type { Moments } from "./moments";
import { joinMoments, momentOf, noMoments } from "./moments";

/**
 * The equity of a time span with its cash flows: the growth from its first to its last known value, chained over the
 * flows in between (equity before a flow / equity after the previous one), so that deposits and withdrawals are not
 * returns.
 */
type Span = {
  /** Cash flows before the first known equity; all of them if none is known. */
  flows: Decimal;
  first: Decimal | null;
  /** Growth from first to last, where 1 means none; null if an equity was not positive. */
  factor: number | null;
  last: Decimal | null;
  /** Cash flows between the first and the last known equity. */
  inner: Decimal;
  /** Cash flows after the last known equity. */
  after: Decimal;
};

const noSpan: Span = { flows: 0n, first: null, factor: 1, last: null, inner: 0n, after: 0n };
const spanOf = (equity: Decimal): Span => ({ ...noSpan, first: equity, last: equity });

function joinSpans(a: Span, b: Span): Span {
  if (b.first === null)
    return a.first === null ? { ...a, flows: a.flows + b.flows } : { ...a, after: a.after + b.flows };
  if (a.first === null || a.last === null) return { ...b, flows: a.flows + b.flows };
  const base = a.last + a.after + b.flows;
  const isKnown = a.factor !== null && b.factor !== null && base > 0n && b.first > 0n;
  const factor = isKnown ? Number(a.factor) * Number(b.factor) * ratio(b.first, base) : null;
  return { ...a, factor, last: b.last, inner: a.inner + a.after + b.flows + b.inner, after: b.after };
}

/**
 * Daily equity returns of an interval of days; can be combined. A weekend has no return: its changes count on Monday.
 */
export type Returns = {
  /** Up to the first weekday's close; the whole interval if it has none. */
  first: Span;
  /** From the last weekday's close on; null if the interval has none. */
  rest: Span | null;
  /** The first and the last weekday with a close, `2026-11-26`. */
  firstDay: string | null;
  lastDay: string | null;
  moments: Moments;
  /** Returns left out because more than five weekdays without data lie in between. */
  leftOut: number;
  /** Whether an equity was zero or below, so that returns are meaningless. */
  isRuined: boolean;
  /** Sum of the squares of the negative returns. */
  downside: number;
};

export const noReturns: Returns = {
  first: noSpan,
  rest: null,
  firstDay: null,
  lastDay: null,
  moments: noMoments,
  leftOut: 0,
  isRuined: false,
  downside: 0,
};

/** A return over more weekdays without data does not count as a daily return. */
const longestGap = 5;

/**
 * Updates one day after a new equity became known; the last equity of a weekday is its close.
 *
 * @param soFar the day so far
 * @param equity the new value, later than those before; null if only the flows are new
 * @param flows all cash flows of the day, before and after the last known equity
 */
export function dayReturns(
  day: string,
  soFar: Returns,
  equity: Decimal | null,
  flows: { before: Decimal; after: Decimal },
): Returns {
  const first = withEquity(soFar.first, equity, flows);
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  if (first.last === null || weekday === 0 || weekday === 6) return { ...noReturns, first };
  const rest = { ...spanOf(first.last), after: first.after };
  return { ...noReturns, first: { ...first, after: 0n }, rest, firstDay: day, lastDay: day };
}

function withEquity(
  span: Span,
  equity: Decimal | null,
  { before, after }: { before: Decimal; after: Decimal },
) {
  if (span.first === null)
    return equity === null
      ? { ...noSpan, flows: before + after }
      : { ...spanOf(equity), flows: before, after };
  const unsettled = before - span.flows - span.inner;
  if (equity === null) return { ...span, after: unsettled + after };
  return { ...joinSpans({ ...span, after: unsettled }, spanOf(equity)), after };
}

/**
 * Fields that processes of the previous version read in a day written by 1.3 during an upgrade: no close, so no
 * return.
 */
export const closesForBefore = { head: 0n, tail: 0n, firstClose: null, lastClose: null };

/** Converts returns stored before version 1.3 of the formulas, which have only the closes of days. */
export function returnsOfCloses(old: {
  head: Decimal;
  tail: Decimal;
  firstClose: Decimal | null;
  lastClose: Decimal | null;
  moments: Moments;
  downside: number;
}): Returns {
  const { head, tail, firstClose, lastClose, moments, downside } = old;
  if (firstClose === null || lastClose === null) return { ...noReturns, first: { ...noSpan, flows: head } };
  return {
    ...noReturns,
    first: { ...spanOf(firstClose), flows: head },
    rest: { ...spanOf(lastClose), after: tail },
    moments,
    downside,
  };
}

/** Returns the sum of all cash flows. */
export const flowsOf = ({ first, rest }: Returns): Decimal =>
  first.flows + first.inner + first.after + (rest ? rest.inner + rest.after : 0n);

export function joinReturns(a: Returns, b: Returns): Returns {
  if (!a.rest) return { ...b, first: joinSpans(a.first, b.first) };
  if (!b.rest) return { ...a, rest: joinSpans(a.rest, b.first) };
  const joined = {
    ...b,
    first: a.first,
    firstDay: a.firstDay,
    moments: joinMoments(a.moments, b.moments),
    leftOut: a.leftOut + b.leftOut,
    isRuined: a.isRuined || b.isRuined,
    downside: a.downside + b.downside,
  };
  const { factor } = joinSpans(a.rest, b.first);
  const gap = a.lastDay && b.firstDay ? weekdaysBetween(a.lastDay, b.firstDay) : 0;
  if (gap > longestGap) return { ...joined, leftOut: joined.leftOut + 1 };
  if (factor === null) return { ...joined, isRuined: true };
  const change = factor - 1;
  return {
    ...joined,
    moments: joinMoments(joinMoments(a.moments, momentOf(change)), b.moments),
    downside: joined.downside + Math.min(change, 0) ** 2,
  };
}

/** Returns the number of weekdays between two of them. */
function weekdaysBetween(from: string, to: string): number {
  const [start, end] = [Date.parse(from), Date.parse(to)];
  const days = Math.round((end - start) / dayMilliseconds);
  const weekdayAtStart = new Date(start).getUTCDay();
  const weekends = Math.floor((weekdayAtStart + days - 1) / 7);
  return days - 2 * weekends - 1;
}
