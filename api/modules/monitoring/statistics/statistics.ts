import { dayOf } from "#contract/day";
import type { Decimal } from "#statements/decimal";
import { isBookedApart } from "#statements/kinds";
import type { BalanceOperation } from "#statements/types";
import { coverage } from "./coverage";
import type { EquitySummary } from "./equity";
import { joinEquity, noEquity, withFlows, withSnapshot } from "./equity";
import type { Placed } from "./event-order";
import { changeOf, eventsOf, timeOf, withRunningBalance } from "./event-order";
import type { FigureInputs, Figures } from "./figure-inputs";
import { figuresOf } from "./figures";
import { floatingAt } from "./flows";
import type { EquitySnapshot, History } from "./history";
import { growthOf } from "./ratios";
import type { Summary } from "./summary";
import { join, noSummary, ofOperation, ofTrade } from "./summary";

/** One UTC day of an account: the summaries of its balance and its equity. */
export type Day = { day: string; opening: Decimal; summary: Summary; equity: EquitySummary };

export const summaryOf = (placed: Placed): Summary =>
  "placed" in placed ? ofTrade(placed.placed) : ofOperation(placed.operation, placed.before);

/**
 * Returns the balance before the first known event: the reported balance minus all changes by the history. It is zero
 * for a history that begins with the account, and if more went out than was there, because rows are missing.
 */
export function openingOf(
  history: Pick<History, "trades" | "operations">,
  reported?: Decimal | null,
): Decimal {
  if (reported === undefined || reported === null) return 0n;
  const totalChange = eventsOf(history.trades, history.operations).reduce(
    (sum, event) => sum + changeOf(event),
    0n,
  );
  return reported > totalChange ? reported - totalChange : 0n;
}

/** Sums up a whole history by day, from the first event or snapshot to the last; days without either are left out. */
export function daysOf(
  history: Pick<History, "trades" | "operations" | "snapshots">,
  opening: Decimal,
): Day[] {
  const days = new Map<string, Day>();
  const get = (day: string, now: Decimal) => {
    const known = days.get(day) ?? { day, opening: now, summary: noSummary, equity: noEquity };
    days.set(day, known);
    return known;
  };
  const events = eventsOf(history.trades, atFlows(history));
  for (const [index, placed] of withRunningBalance(events, opening).entries()) {
    const event = events[index];
    if (!event) continue;
    const day = get(dayOf(timeOf(event)), "placed" in placed ? placed.placed.before : placed.before);
    day.summary = join(day.summary, summaryOf(placed));
  }
  for (const [name, equity] of equityDays(history.snapshots, history.operations))
    get(name, opening).equity = equity;
  return [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
}

/** Returns the operations of a history; cash flows get the floating result at their time. */
function atFlows({ trades, operations, snapshots }: Pick<History, "trades" | "operations" | "snapshots">) {
  const ordered = snapshots.toSorted((a, b) => a.time - b.time);
  const closes = trades.map(({ closeTime }) => closeTime);
  return operations.map((operation) => ({
    floating: floatingAt(operation.time, ordered, closes),
    ...operation,
  }));
}

/**
 * Returns the equity of each day that has a snapshot or a cash flow. `since`: time of the last snapshot before these,
 * if any.
 */
export function equityDays(
  snapshots: EquitySnapshot[],
  operations: BalanceOperation[],
  since: number | null = null,
): Map<string, EquitySummary> {
  const days = new Map<string, { sum: EquitySummary; before: Decimal; after: Decimal }>();
  const get = (time: number) => {
    const day = dayOf(time);
    const known = days.get(day) ?? { sum: noEquity, before: 0n, after: 0n };
    days.set(day, known);
    return known;
  };
  const flows = operations.filter(({ type }) => !isBookedApart(type)).toSorted((a, b) => a.time - b.time);
  let next = 0;
  let previous = since;
  for (const snapshot of snapshots.toSorted((a, b) => a.time - b.time)) {
    let flowed = false;
    for (let flow = flows[next]; flow && flow.time <= snapshot.time; flow = flows[++next]) {
      get(flow.time).after += flow.amount;
      flowed = true;
    }
    const day = get(snapshot.time);
    day.before += day.after;
    day.after = 0n;
    day.sum = withSnapshot(dayOf(snapshot.time), day.sum, snapshot, previous !== null && flowed, day);
    previous = snapshot.time;
  }
  for (const flow of flows.slice(next)) get(flow.time).after += flow.amount;
  return new Map(
    [...days].map(([day, { sum, before, after }]) => [day, withFlows(day, sum, { before, after })]),
  );
}

/** Combines consecutive days, months or other intervals into one. */
export function joinDays(days: Pick<Day, "summary" | "equity">[]): Pick<Day, "summary" | "equity"> {
  return days.reduce<Pick<Day, "summary" | "equity">>(
    (sum, day) => ({ summary: join(sum.summary, day.summary), equity: joinEquity(sum.equity, day.equity) }),
    { summary: noSummary, equity: noEquity },
  );
}

/** Returns the growth of each calendar month, and each year's compounded growth to date. */
export function growthByMonth(months: { month: string; growth: number | null }[]) {
  const years = new Map<string, number | null>();
  for (const { month, growth } of months) {
    const year = month.slice(0, 4);
    const known = years.has(year) ? (years.get(year) ?? null) : 0;
    years.set(year, known === null || growth === null ? null : known + growth);
  }
  return {
    months: months.map(({ month, growth }) => ({ month, growth: growthOf(growth) })),
    years: [...years].map(([year, growth]) => ({ year, growth: growthOf(growth) })),
  };
}

/**
 * Returns all figures of a whole history at once, for imports, reports and tests. Pages combine stored days instead.
 *
 * @param reported the balance stated by the source, if any
 */
export function statisticsOf(
  history: Pick<History, "trades" | "operations"> & Partial<History>,
  reported?: Decimal | null,
  inputs: Partial<FigureInputs> = {},
): Figures {
  const complete = { snapshots: [], ...history };
  const opening = inputs.opening ?? openingOf(complete, reported);
  const { summary, equity } = joinDays(daysOf(complete, opening));
  return figuresOf(summary, equity, {
    activity: activityOf(complete),
    span: spanOf(complete),
    ...inputs,
    opening,
  });
}

/** Returns the first and the last known moment of a history, epoch milliseconds; null if it is empty. */
function spanOf({ trades, operations, snapshots }: Pick<History, "trades" | "operations" | "snapshots">) {
  const times = [
    ...trades.flatMap(({ openTime, closeTime }) => [openTime ?? closeTime, closeTime]),
    ...operations.map(({ time }) => time),
    ...snapshots.map(({ time }) => time),
  ];
  if (times.length === 0) return null;
  return times.reduce(
    ({ first, last }, time) => ({ first: Math.min(first, time), last: Math.max(last, time) }),
    { first: Number.POSITIVE_INFINITY, last: 0 },
  );
}

/** Returns the seconds with an open position, and the seconds between the first and the last known moment. */
export function activityOf(history: Pick<History, "trades" | "operations" | "snapshots">): {
  covered: number;
  monitored: number;
} {
  const intervals = history.trades.flatMap(({ openTime, closeTime }): [number, number][] =>
    openTime === null ? [] : [[openTime, closeTime]],
  );
  const covered = [...coverage(intervals).values()].reduce((sum, seconds) => sum + seconds, 0);
  const span = spanOf(history);
  return {
    covered: intervals.length === 0 ? 0 : covered,
    monitored: intervals.length === 0 || !span ? 0 : (span.last - span.first) / 1000,
  };
}
