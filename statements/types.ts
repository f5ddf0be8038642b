import type { Decimal } from "./decimal";
import type { OperationKind } from "./kinds";

export type Side = "long" | "short";

/**
 * A closed trade: one closing deal, with its share of the position's opening costs (docs/adr/0022). A position closed
 * in two parts is two trades; a closed MetaTrader 4 order is one.
 */
export type Trade = {
  /** Ticket of the closing deal (MetaTrader 5) or of the order (MetaTrader 4); unique within the account. */
  ticket: string;
  /** Shared by the parts of one position; equals the ticket if a source has no positions. */
  position: string;
  symbol: string;
  side: Side;
  volume: Decimal;
  /** Null if the opening deal is not known. */
  openTime: number | null;
  closeTime: number;
  openPrice: Decimal | null;
  closePrice: Decimal | null;
  stopLoss?: Decimal | null;
  takeProfit?: Decimal | null;
  profit: Decimal;
  swap: Decimal;
  commission: Decimal;
  fee: Decimal;
  taxes: Decimal;
  /** Whether this close left nothing of the position, which ends its holding time. */
  final: boolean;
  /** Provenance of the trade; not set for histories used only in computations. */
  origin?: TradeProvenance;
  magic?: string;
  comment?: string;
};

/** Facts observed about a trade, and nothing beyond them (docs/adr/0010). */
export type TradeProvenance = {
  /**
   * From an uploaded file, posted with the account's key, or posted with the key from a server that the owner rents
   * here.
   */
  via: "file" | "key" | "server";
  /** A post showed its position as open before it closed. */
  isSeenOpen: boolean;
  /** One of its deals was later sent with different numbers. */
  isChanged: boolean;
};

/**
 * An account movement other than a trade: cash flow, credit (not part of the balance, but of the equity), or a result
 * booked separately.
 */
export type BalanceOperation = {
  ticket: string;
  time: number;
  /** Time shown by the broker's clock, as if it were UTC; only for a terminal's deals. */
  shown?: number;
  type: OperationKind;
  amount: Decimal;
  comment?: string;
};

/**
 * A deal in the form of MetaTrader 5 and of the ingestion endpoint. A closing deal has the type opposite to its
 * position: selling closes a long. An MT4 order is two deals: `<order>-in` (entry `in`) and `<order>` (entry `out`,
 * with all of its money).
 */
export type Deal = {
  ticket: string;
  position: string;
  time: number;
  /** Time shown by the broker's clock, as if it were UTC; only for a terminal's deals. */
  shown?: number;
  type: "buy" | "sell";
  entry: "in" | "out" | "inout";
  symbol: string;
  volume: Decimal;
  price: Decimal | null;
  commission: Decimal;
  fee: Decimal;
  swap: Decimal;
  profit: Decimal;
  magic?: string;
  comment?: string;
};

/** Returns the change of the balance by a trade: the sum of profit, swap, commission, fee and taxes. */
export function resultOf(trade: Pick<Trade, "profit" | "swap" | "commission" | "fee" | "taxes">): Decimal {
  return trade.profit + trade.swap + trade.commission + trade.fee + trade.taxes;
}
