import type { Decimal } from "#statements/decimal";
import type { Deal, Side } from "#statements/types";

/** A deal as listed in a file: its order is known, its position often is not. */
export type ListedDeal = Omit<Deal, "position"> & { order: string; position?: string };

/** A row of the report's table of positions, which links an opening with its closings. */
export type ClosedPosition = {
  position: string;
  symbol: string;
  side: Side;
  openTime: number;
  openPrice: Decimal;
  closeTime: number;
  /** The price of its last deal, or the mean of all. */
  closePrice: Decimal;
  /** The closed volume, and the opened volume. */
  volume: Decimal;
  opened: Decimal;
  profit: Decimal;
  commission: Decimal;
  swap: Decimal;
  stopLoss: Decimal | null;
  takeProfit: Decimal | null;
};

/** Data on positions that a report has in addition to its deals. */
export type ListedPositions = {
  closed: ClosedPosition[];
  /** Numbers of the positions that are still open. */
  open: ReadonlySet<string>;
  /** Whether it is a hedging account, on which every opening order is a separate position. */
  isHedge: boolean;
  /** Whether it is a netting account, on which each symbol has one position that orders add to. */
  isNetting: boolean;
};
export const noPositions: ListedPositions = {
  closed: [],
  open: new Set(),
  isHedge: false,
  isNetting: false,
};

/** Compares tickets as numbers of any length. */
export const compareTickets = (a: string, b: string) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
