import type { Decimal } from "#statements/decimal";
import type { Deal, Side } from "#statements/types";

/** A deal as a file lists it: its order is known, its position often is not. */
export type ListedDeal = Omit<Deal, "position"> & { order: string; position?: string };

/** A row of the report's table of positions: it says which opening and which closing belong together. */
export type ClosedPosition = {
  position: string;
  symbol: string;
  side: Side;
  openTime: number;
  openPrice: Decimal;
  closeTime: number;
  /** Of its last deal, or the mean of all. */
  closePrice: Decimal;
  /** What was closed, of what was opened. */
  volume: Decimal;
  opened: Decimal;
  profit: Decimal;
  commission: Decimal;
  swap: Decimal;
  stopLoss: Decimal | null;
  takeProfit: Decimal | null;
};

/** What a report says of its positions besides the deals. */
export type ListedPositions = {
  closed: ClosedPosition[];
  /** Numbers of those that are still open. */
  open: ReadonlySet<string>;
  /** Whether the account keeps positions apart: then every order that opens is one of its own. */
  isHedge: boolean;
  /** Whether a symbol has one position, which every order adds to. */
  isNetting: boolean;
};
export const noPositions: ListedPositions = {
  closed: [],
  open: new Set(),
  isHedge: false,
  isNetting: false,
};

/** Order of tickets as numbers, whatever their length. */
export const compareTickets = (a: string, b: string) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
