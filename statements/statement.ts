import type { Decimal } from "./decimal";
import type { ImportNote, StatedFigure, StatementFormat } from "./kinds";
import type { BalanceOperation, Deal, Trade } from "./types";

/**
 * The balance before the first row of a file (`time`), derived from the first running balance or from the balance
 * that the file states at its end.
 */
export type Opening = { amount: Decimal; time: number; from: "running" | "balance" };

/** A place where the balance stated by a file differs from the sum of its rows; `amount` is stated less computed. */
export type Gap = { from: number; to: number; amount: Decimal };

/** Sums of the cash operations of trades that are in a separate list. */
export type Booked = {
  /** Results of closings. */
  closings: Decimal;
  /** Cost and proceeds of shares; null without any. */
  stocks: Decimal | null;
  /** Swaps and commissions, which are booked daily. */
  costs: Decimal;
  /** The balance stated at the end of the file. */
  balance?: Decimal;
};

/** Content that was skipped or interpreted: what, how often, and the first line. */
export type Note = { code: ImportNote; count: number; line: number | null };

/** The content of an uploaded file in the project's internal form (`statistics/history.ts`). */
export type Statement = {
  format: StatementFormat;
  account: { number?: string; name?: string; server?: string; currency?: string; leverage?: number };
  trades: Trade[];
  operations: BalanceOperation[];
  /** The deals from which `trades` were made, if the file lists deals; their tickets are the terminal's. */
  deals: Deal[] | null;
  /** Entries that are not history: cancelled orders, and open positions. */
  left: { cancelled: number; open: number };
  stated: Partial<Record<StatedFigure, Decimal>>;
  /** Null if the file states no balance; zero if it begins with the account. */
  opening: Opening | null;
  /** The balance stated at the end of the file; it is reliable regardless of other data on the account. */
  closing: { amount: Decimal; time: number } | null;
  gaps: Gap[];
  /** Costs already paid from the balance for open positions, which are not part of a trade yet. */
  openCosts: Decimal;
  /** Trades that close before they open: their rows are wrong, and they are not in `trades`. */
  reversed: Trade[];
  /** The equity before the file's first trade, if the file has an equity column. */
  equityBefore?: Decimal;
  /** Only for lists of cash operations: the sums that belong to trades. */
  booked?: Booked;
  notes: Note[];
};

/**
 * Returns whether a file's tickets are the platform's numbers: MetaTrader 4's orders, MetaTrader 5's deals. A
 * terminal sends the same ones; other lists of trades may have their own numbers, or name positions.
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
  stated: {},
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

/** Moves trades that close before they open to `reversed`. */
export function setReversedApart(statement: Statement): void {
  if (!statement.trades.some(isReversed)) return;
  statement.reversed = statement.trades.filter(isReversed);
  statement.trades = statement.trades.filter((trade) => !isReversed(trade));
}

/** Adds a note, or increases its count if it exists. `count` is the number of occurrences; 0 adds nothing. */
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
