import type { Decimal } from "./decimal";
import type { ImportNote, StatedFigure, StatementFormat } from "./kinds";
import type { BalanceOperation, Deal, Trade } from "./types";

/**
 * What the account held before the first row of a file (`time`): told by the first running balance, or by the balance that the file
 * states at its end.
 */
export type Opening = { amount: Decimal; time: number; from: "running" | "balance" };

/** A place where what a file states and what its rows add up to part: stated less computed. */
export type Gap = { from: number; to: number; amount: Decimal };

/** What cash operations book of trades, which stand in a list of their own. */
export type Booked = {
  /** Results of closings. */
  closings: Decimal;
  /** What shares cost and what they brought; null: there were none. */
  stocks: Decimal | null;
  /** Swaps and commissions, which are booked day by day. */
  costs: Decimal;
  /** The balance that the file states at its end. */
  balance?: Decimal;
};

/** Something that was left out or understood in a certain way: what, how often, first in which line. */
export type Note = { code: ImportNote; count: number; line: number | null };

/** What an uploaded file holds, in the project's one internal form (`statistics/history.ts`). */
export type Statement = {
  format: StatementFormat;
  account: { number?: string; name?: string; server?: string; currency?: string; leverage?: number };
  trades: Trade[];
  operations: BalanceOperation[];
  /** The deals that `trades` were made of, where the file lists deals: their tickets are the terminal's own. */
  deals: Deal[] | null;
  /** What was read and is not history: orders that never became trades, positions still open. */
  left: { cancelled: number; open: number };
  says: Partial<Record<StatedFigure, Decimal>>;
  /** Null where the file states no balance; zero where it begins with the account. */
  opening: Opening | null;
  /** The balance that the file states at its end: whatever is known of the account besides, then it was this. */
  closing: { amount: Decimal; time: number } | null;
  gaps: Gap[];
  /** What the balance has paid for positions that are still open: part of no trade yet. */
  openCosts: Decimal;
  /** Trades that close before they open: a row is wrong, and they are not among `trades`. */
  reversed: Trade[];
  /** The equity that the file shows before its first trade, where it has such a column. */
  equityBefore?: Decimal;
  /** Of a list of cash operations: what it books of trades. */
  booked?: Booked;
  notes: Note[];
};

/**
 * Whether a file's tickets are the numbers that the platform itself gave: MetaTrader 4's orders, MetaTrader 5's deals. A terminal sends
 * the same ones; what else lists trades may number them in a way of its own, or name positions.
 */
export const hasPlatformTickets = ({ format, deals }: Pick<Statement, "format" | "deals">): boolean =>
  format === "mt4-statement" || deals !== null;

export const emptyStatement = (format: StatementFormat): Statement => ({
  format,
  account: {},
  trades: [],
  operations: [],
  deals: null,
  left: { cancelled: 0, open: 0 },
  says: {},
  opening: null,
  closing: null,
  gaps: [],
  openCosts: 0n,
  reversed: [],
  notes: [],
});

export const isEmptyOf = ({ trades, operations, reversed }: Statement) =>
  trades.length === 0 && operations.length === 0 && reversed.length === 0;

const isReversed = ({ openTime, closeTime }: Trade) => openTime !== null && openTime > closeTime;

/** Sets trades that close before they open apart. */
export function setReversedApart(statement: Statement): void {
  if (!statement.trades.some(isReversed)) return;
  statement.reversed = statement.trades.filter(isReversed);
  statement.trades = statement.trades.filter((trade) => !isReversed(trade));
}

/** Notes something once, however often it happens; `count`: so often at once, of 0 nothing is noted. */
export function note(
  statement: Pick<Statement, "notes">,
  code: ImportNote,
  line: number | null = null,
  count = 1,
): void {
  if (count === 0) return;
  const known = statement.notes.find((one) => one.code === code);
  if (known) {
    known.count += count;
    if (line !== null && (known.line === null || line < known.line)) known.line = line;
  } else statement.notes.push({ code, count, line });
}
