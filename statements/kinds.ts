/**
 * Account movements other than trades. Terminals post these words, files are converted to them, statistics are
 * computed from them.
 */
export const operationKinds = [
  /** A deposit (positive) or a withdrawal (negative): the only cash flows. */
  "balance",
  /** Credit and bonus: not part of the balance, but of the equity. */
  "credit",
  /** A correction by the broker: part of the balance, neither a cash flow nor a result. */
  "correction",
  "interest",
  "dividend",
  /** Commission booked separately from deals: daily, monthly, an agent's. */
  "commission",
  /** Fees that belong to no deal: inactivity, storage, data. */
  "charge",
  "tax",
] as const;
export type OperationKind = (typeof operationKinds)[number];

/**
 * Booked separately from trades, but part of the trading result: included in net profit, growth, gain and drawdown;
 * neither a cash flow nor a trade.
 */
export const bookedApartKinds = ["interest", "dividend", "commission", "charge", "tax"] as const;
export type BookedApartKind = (typeof bookedApartKinds)[number];

export const isBookedApart = (kind: string): kind is BookedApartKind =>
  (bookedApartKinds as readonly string[]).includes(kind);

/** MetaTrader 5's own names of deal types (ENUM_DEAL_TYPE, and as printed in reports), in addition to the kinds. */
const longNames: Record<string, OperationKind> = {
  deposit: "balance",
  withdrawal: "balance",
  bonus: "credit",
  "commission daily": "commission",
  "daily commission": "commission",
  "commission monthly": "commission",
  "monthly commission": "commission",
  "commission agent daily": "commission",
  "commission agent monthly": "commission",
  "agent commission": "commission",
  "daily agent commission": "commission",
  "monthly agent commission": "commission",
  "agent daily commission": "commission",
  "agent monthly commission": "commission",
  agent: "commission",
  "dividend franked": "dividend",
  "franked dividend": "dividend",
  taxes: "tax",
  fee: "charge",
  "buy canceled": "correction",
  "sell canceled": "correction",
  "canceled buy": "correction",
  "canceled sell": "correction",
};

/** Returns the kind for a program's name of a deal type; undefined for `buy`, `sell` and unknown words. */
export function operationKindOf(word: string): OperationKind | undefined {
  const plain = word
    .toLowerCase()
    .replace(/^deal_(type_)?/, "")
    .replaceAll("_", " ")
    .trim();
  return operationKinds.find((kind) => kind === plain) ?? longNames[plain];
}

/**
 * Maximum size of an uploaded statement. MetaTrader 5 writes about 3 KB of HTML for a position, and a tenth of that
 * as Open XML.
 */
export const statementMaxBytes = 50 * 1024 * 1024;
export const statementFormats = [
  "mt4-statement",
  "mt5-report",
  "mt5-deals",
  "myfxbook",
  "mql5-signal",
  "fx-blue",
  "ctrader",
  "trade-list",
  "tradovate",
  "ninjatrader",
  "topstepx",
  "rithmic",
  "bybit",
  "binance",
  "ig",
  "deepcharts",
  "tradezella",
  "ibkr",
  "own-trades",
] as const;
export type StatementFormat = (typeof statementFormats)[number];

/** Figures that a file may state; `trades` is a count, the others are money of the account. */
export const statedFigures = [
  "opening",
  "trades",
  "deposits",
  "credit",
  "commission",
  "swap",
  "bookedApart",
  "grossProfit",
  "grossLoss",
  "netProfit",
  "balance",
] as const;
export type StatedFigure = (typeof statedFigures)[number];

/**
 * Notes on an import, in this order: rows skipped because they are no part of a history; operations of unknown kinds;
 * orders that closed each other; a zone stated by the file; further sheets of a workbook with a history each; cash
 * operations that belong to trades of another list; positions that a report has as closed but not all of whose
 * closing deals were found; a file without fees.
 */
export const importNotes = [
  "skippedRows",
  "unknownKind",
  "closeBy",
  "ownZone",
  "otherSheets",
  "bookedTrades",
  "notClosed",
  "noFees",
] as const;
export type ImportNote = (typeof importNotes)[number];
