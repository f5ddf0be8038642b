import type { Decimal } from "./decimal";
import type { OperationKind } from "./kinds";

export type Side = "long" | "short";

/**
 * One closed trade: one closing deal, with its share of what opening the position cost (docs/adr/0022).
 * A position closed in two parts is two trades; MetaTrader 4's closed order is one.
 */
export type Trade = {
  /** Of the closing deal (MetaTrader 5) or of the order (MetaTrader 4); unique within the account. */
  ticket: string;
  /** What the parts of one position have in common; the ticket itself where a source has no positions. */
  position: string;
  symbol: string;
  side: Side;
  volume: Decimal;
  /** Null where the opening deal has not arrived. */
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
  /** Whether nothing of the position was left after this close: its holding time ends here. */
  final: boolean;
  /** Where it comes from; not known of histories that are only computed with. */
  origin?: TradeProvenance;
  magic?: string;
  comment?: string;
};

/** What was seen of a trade, never more (docs/adr/0010). */
export type TradeProvenance = {
  /** From an uploaded file, posted with the account's key, or with it from a server that the owner rents here. */
  via: "file" | "key" | "server";
  /** A post showed its position open before it closed. */
  isSeenOpen: boolean;
  /** One of its deals was sent with other numbers later. */
  isChanged: boolean;
};

/** What changes the account without a trade: cash flows, credit (outside the balance, inside the equity), results booked apart. */
export type BalanceOperation = {
  ticket: string;
  time: number;
  /** What the broker's clock showed, as if it were UTC; of a terminal's deals. */
  shown?: number;
  type: OperationKind;
  amount: Decimal;
  comment?: string;
};

/**
 * One deal as MetaTrader 5 and the ingestion call know it. A closing deal has the type opposite to its position:
 * selling closes a long. An MT4 order is two deals: `<order>-in` (entry `in`) and `<order>` (entry `out`, with all of its money).
 */
export type Deal = {
  ticket: string;
  position: string;
  time: number;
  /** What the broker's clock showed, as if it were UTC; of a terminal's deals. */
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

/** What a trade changed the balance by: profit, swap, commission, fee and taxes together. */
export function resultOf(trade: Pick<Trade, "profit" | "swap" | "commission" | "fee" | "taxes">): Decimal {
  return trade.profit + trade.swap + trade.commission + trade.fee + trade.taxes;
}
