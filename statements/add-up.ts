import type { Decimal } from "./decimal";
import { one } from "./decimal";
import type { Gap, Opening, Statement } from "./statement";
import { resultOf } from "./types";

/** A row that moved the balance, or says what it was after it. */
export type BalanceRow = { time: number; change: Decimal; balance: Decimal | null };

const sum = (values: Decimal[]) => values.reduce((total, value) => total + value, 0n);

/** Rows as they happened: files list the newest first or the oldest. Within one moment the file's own order counts. */
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
 * Checks every running balance against the row it stands in and the one before: the opening is the first one less its row, and where
 * a later one does not follow from what came before it, the place is a gap.
 *
 * @param rows as they happened.
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

/** How many running balances do not follow: the measure by which an unknown layout of columns is chosen. */
export const breaksOf = (rows: readonly BalanceRow[]): number => addUpRunning(rows).gaps.length;

/**
 * A beginning of less than one unit of money before a deposit is a difference of rounding, not an opening.
 */
const leastOpening: Decimal = one;

/**
 * The opening of a file that states one balance at its end: that balance less what moved it. The file's own sums count where it
 * states them, so that a row that is missing shows as a difference and does not hide in the opening. A balance below what the rows
 * bring is no opening: something after the last row, or between, is not in the file, and that place is named. A file that holds
 * nothing but credit, which is no part of the balance, opens with its whole balance.
 *
 * @param until when the file was written, where it says so.
 */
export function openFromBalance(statement: Statement, until: number | null): void {
  const { says, trades, operations } = statement;
  if (says.balance === undefined) return;
  const moved = operations.filter(({ type }) => type !== "credit");
  const dated = trades.length + moved.length > 0 ? moved : operations;
  const events = [
    ...trades.map(({ closeTime }) => ({ time: closeTime, isDeposit: false })),
    ...dated.map(({ time, type, amount }) => ({ time, isDeposit: type === "balance" && amount > 0n })),
  ].sort((a, b) => a.time - b.time);
  const [first, last] = [events[0], events.at(-1)];
  if (!first || !last) return;
  const results = says.netProfit ?? sum(trades.map(resultOf));
  const flows = says.deposits ?? sum(moved.map(({ amount }) => amount));
  const amount = says.balance - results - flows - statement.openCosts;
  const isOpening = amount > 0n && !(first.isDeposit && amount < leastOpening);
  statement.opening = { amount: isOpening ? amount : 0n, time: first.time, from: "balance" };
  statement.closing = { amount: says.balance, time: last.time };
  if (!isOpening && amount !== 0n)
    statement.gaps.push({ from: last.time, to: Math.max(until ?? last.time, last.time), amount });
}
