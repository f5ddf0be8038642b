import type { Decimal } from "./decimal";
import { one } from "./decimal";
import type { Gap, Opening, Statement } from "./statement";
import { resultOf } from "./types";

/** A row that changed the balance, or states the balance after it. */
export type BalanceRow = { time: number; change: Decimal; balance: Decimal | null };

const sum = (values: Decimal[]) => values.reduce((total, value) => total + value, 0n);

/**
 * Returns rows in chronological order; files list the newest or the oldest first. Rows with the same time stay in the
 * file's order.
 */
export function oldestFirst<T extends { time: number }>(rows: T[]): T[] {
  let [falls, rises] = [0, 0];
  for (const [index, { time }] of rows.entries()) {
    const before = rows[index - 1]?.time;
    if (before === undefined) continue;
    if (time < before) falls += 1;
    if (time > before) rises += 1;
  }
  const ordered = falls > rises ? rows.toReversed() : rows;
  return ordered.toSorted((a, b) => a.time - b.time);
}

/**
 * Checks each running balance against its row and the previous balance. The opening balance is the first running
 * balance less its row; a later balance that does not follow from the earlier rows is a gap.
 *
 * @param rows in chronological order.
 */
export function addUpRunning(rows: readonly BalanceRow[]): Pick<Statement, "opening" | "closing" | "gaps"> {
  let opening: Opening | null = null;
  let closing: Statement["closing"] = null;
  const gaps: Gap[] = [];
  let [last, pending] = [0, 0n];
  for (const { time, change, balance } of rows) {
    pending += change;
    if (balance === null) continue;
    const first = rows[0];
    if (!closing) opening = { amount: balance - pending, time: first?.time ?? time, from: "running" };
    else {
      const amount = balance - closing.amount - pending;
      if (amount !== 0n) gaps.push({ from: last, to: time, amount });
    }
    closing = { amount: balance, time };
    last = time;
    pending = 0n;
  }
  return { opening, closing, gaps };
}

/** Returns the number of running balances that do not follow, used to choose among possible layouts of columns. */
export const breaksOf = (rows: readonly BalanceRow[]): number => addUpRunning(rows).gaps.length;

/** An opening balance below one unit of money before a deposit is a rounding difference. */
const leastOpening: Decimal = one;

/**
 * Sets the opening balance of a file that states one balance at its end: that balance less the results and cash
 * flows. The file's own sums are used if it states them, so that a missing row shows as a difference and does not
 * hide in the opening balance. A negative result is not an opening balance: rows after the last one, or in between,
 * are missing, and a gap is recorded. Credit is not part of the balance, so a file with nothing but credit opens with
 * its whole balance.
 *
 * @param until when the file was written, if it says so.
 */
export function openFromBalance(statement: Statement, until: number | null): void {
  const { stated: statedFigures, trades, operations } = statement;
  if (statedFigures.balance === undefined) return;
  const moved = operations.filter(({ type }) => type !== "credit");
  const dated = trades.length + moved.length > 0 ? moved : operations;
  const events = [
    ...trades.map(({ closeTime }) => ({ time: closeTime, isDeposit: false })),
    ...dated.map(({ time, type, amount }) => ({ time, isDeposit: type === "balance" && amount > 0n })),
  ].sort((a, b) => a.time - b.time);
  const [first, last] = [events[0], events.at(-1)];
  if (!first || !last) return;
  const results = statedFigures.netProfit ?? sum(trades.map(resultOf));
  const flows = statedFigures.deposits ?? sum(moved.map(({ amount }) => amount));
  const amount = statedFigures.balance - results - flows - statement.openCosts;
  const isOpening = amount > 0n && !(first.isDeposit && amount < leastOpening);
  statement.opening = { amount: isOpening ? amount : 0n, time: first.time, from: "balance" };
  statement.closing = { amount: statedFigures.balance, time: last.time };
  if (!isOpening && amount !== 0n)
    statement.gaps.push({ from: last.time, to: Math.max(until ?? last.time, last.time), amount });
}
