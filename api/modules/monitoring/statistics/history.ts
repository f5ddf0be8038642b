import type { Decimal } from "#statements/decimal";
import type { BalanceOperation, Side, Trade } from "#statements/types";

/**
 * The internal form of a trading history: terminals' posts and every statement format are converted to it, the
 * statistics are computed from it, and the generator writes files from it. Money, lots and prices are `Decimal`
 * (exact), times are UTC epoch milliseconds.
 */
export type History = {
  account: AccountDetails;
  trades: Trade[];
  operations: Operation[];
  snapshots: EquitySnapshot[];
  positions: OpenPosition[];
};

/**
 * A balance operation; `floating` is equity minus balance and credit right before a cash flow, if a snapshot gives
 * it.
 */
export type Operation = BalanceOperation & { floating?: Decimal | null };

export type AccountDetails = {
  number: string;
  name?: string;
  /** The broker's trade server, such as `Broker-Demo`. */
  server?: string;
  /** ISO code of the deposit currency (`USD`); cent accounts use the broker's own (`USC`). */
  currency: string;
  leverage?: number;
  mode?: "demo" | "real" | "contest";
};

/** The account as the terminal reported it at one moment. */
export type EquitySnapshot = {
  time: number;
  balance: Decimal;
  equity: Decimal;
  margin: Decimal;
  freeMargin: Decimal;
  credit: Decimal;
  /** The lowest and the highest equity since the previous snapshot, if the terminal watched every tick. */
  equityLow?: Decimal | null;
  equityHigh?: Decimal | null;
};

export type OpenPosition = {
  ticket: string;
  /** The position's name in its deals, if it is not the ticket. */
  position?: string;
  magic?: string;
  symbol: string;
  side: Side;
  volume: Decimal;
  openTime: number;
  openPrice: Decimal;
  stopLoss: Decimal | null;
  takeProfit: Decimal | null;
  swap: Decimal;
  profit: Decimal;
};
