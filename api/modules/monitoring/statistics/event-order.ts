import { lastIndexWhere } from "#statements/binary-search";
import type { Decimal } from "#statements/decimal";
import type { Trade } from "#statements/types";
import { resultOf } from "#statements/types";
import type { Operation } from "./history";
import type { PlacedTrade } from "./summary";

/** Changes of the balance or the credit, in the order of `compareEvents`. */
export type Event = { trade: Trade } | { operation: Operation };
export type Placed = { placed: PlacedTrade } | { operation: Operation; before: Decimal };

export const timeOf = (event: Event) => ("trade" in event ? event.trade.closeTime : event.operation.time);
const ticketOf = (event: Event) => ("trade" in event ? event.trade.ticket : event.operation.ticket);

/** Defines the order of an account's history: by time, then by ticket in numeric order (`9` before `10`). */
const compared = (time: number, x: string, other: number, y: string): number =>
  time - other || x.length - y.length || (x < y ? -1 : x > y ? 1 : 0);

export const compareEvents = (a: Event, b: Event): number =>
  compared(timeOf(a), ticketOf(a), timeOf(b), ticketOf(b));

type Moment = { time: number; ticket: string };

/** Compares two moments in the order of `compareEvents`. */
export const compareMoments = (a: Moment, b: Moment): number => compared(a.time, a.ticket, b.time, b.ticket);

export function eventsOf(trades: Trade[], operations: Operation[]): Event[] {
  return [...trades.map((trade) => ({ trade })), ...operations.map((operation) => ({ operation }))].sort(
    compareEvents,
  );
}

/** Returns the change of the balance by an event; zero for a credit. */
export const changeOf = (event: Event): Decimal =>
  "trade" in event ? resultOf(event.trade) : event.operation.type === "credit" ? 0n : event.operation.amount;

/**
 * Adds the balance before it to every event, and the balance at its opening to every trade.
 *
 * @param events in order
 * @param opening the balance before the first event
 * @param before returns the balance at a moment earlier than the first event, for positions opened before the
 * interval
 */
export function withRunningBalance(
  events: Event[],
  opening: Decimal,
  before: (time: number) => Decimal = () => opening,
): Placed[] {
  const times: number[] = [];
  const balances: Decimal[] = [];
  let balance = opening;
  const balanceAt = (time: number | null, now: Decimal) => {
    if (time === null) return now;
    const index = lastIndexWhere(times.length, (one) => (times[one] ?? 0) <= time);
    return index < 0 ? before(time) : (balances[index] ?? now);
  };
  return events.map((event) => {
    const now = balance;
    balance += changeOf(event);
    const placed: Placed =
      "trade" in event
        ? { placed: { trade: event.trade, before: now, atOpen: balanceAt(event.trade.openTime, now) } }
        : { operation: event.operation, before: now };
    times.push(timeOf(event));
    balances.push(balance);
    return placed;
  });
}
