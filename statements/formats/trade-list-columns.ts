import { headingKey } from "#statements/columns";
import type { DateOrder } from "#statements/values";

/** Columns of a table with a row per closed trade. */
export type ListName =
  | "ticket"
  | "openTime"
  | "closeTime"
  | "symbol"
  | "side"
  | "volume"
  | "openPrice"
  | "closePrice"
  | "stopLoss"
  | "takeProfit"
  | "commission"
  | "swap"
  | "rollover"
  | "profit"
  | "net"
  | "equity"
  | "comment";

/** Column names in such tables. */
export const listAliases: Record<ListName, string[]> = {
  ticket: ["Ticket", "Position", "Position ID", "Order ID", "Trade ID", "ID"],
  openTime: ["Opening time UTC", "Open time UTC", "Open time", "Opening time", "Entry time", "Open"],
  closeTime: ["Closing time UTC", "Close time UTC", "Close time", "Closing time", "Exit time", "Close"],
  // if there is a ticker too, the instrument is its full name
  symbol: ["Symbol", "Ticker", "Instrument"],
  side: ["Side", "Direction", "Type"],
  volume: ["Lots", "Volume", "Quantity", "Amount", "Size"],
  openPrice: ["Opening price", "Open price", "Entry price", "Price"],
  closePrice: ["Closing price", "Close price", "Exit price", "Price#2"],
  stopLoss: ["Stop loss", "SL", "S/L"],
  takeProfit: ["Take profit", "TP", "T/P"],
  commission: ["Commission", "Commissions", "Fee", "Fees"],
  swap: ["Swap", "Swaps"],
  rollover: ["Rollover"],
  profit: ["Profit", "Gross P/L", "Gross profit", "P&L", "P/L", "PnL"],
  net: ["Net P&L", "Net P/L", "Net PnL", "Net profit", "Profit/Loss"],
  equity: ["Equity"],
  comment: ["Comment"],
};

export const neededOfLists: ListName[] = [
  "openTime",
  "closeTime",
  "symbol",
  "side",
  "volume",
  "openPrice",
  "closePrice",
  "profit",
];

/** The program that wrote a table, recognized by a unique combination of headings, and its date order. */
type Writer = {
  headings: string[];
  order: DateOrder;
};

/**
 * Writers whose profit is known to exclude commission and swap: Exness' and FTMO's client areas, XTB's older closed
 * positions. Any other table must state the net beside the profit, which proves the meaning of its columns.
 */
const writers: Writer[] = [
  {
    headings: ["Ticket", "Opening time UTC", "Closing time UTC", "Lots", "Opening price", "Closing price"],
    order: "year",
  },
  {
    headings: ["Ticket", "Open", "Volume", "Price", "Close", "Swap", "Commissions", "Profit", "Pips"],
    order: "year",
  },
  {
    headings: ["Position", "Open time", "Close time", "Volume", "Commission", "Swap", "Gross P/L"],
    order: "day",
  },
];
const mt5Positions: Writer = {
  headings: [
    "Position",
    "Open time",
    "Open price",
    "S/L",
    "T/P",
    "Close time",
    "Close price",
    "Commission",
    "Swap",
  ],
  order: "year",
};
const anyone: Writer = { headings: [], order: "year" };

const currencyEnd = /_(?!utc$)([a-z]{3})$/i;

/**
 * Returns a heading without a currency suffix (`profit_usd`) and without the brackets of its zone (`Open Time
 * (UTC)`).
 */
export const plainHeading = (heading: string) =>
  heading.replace(currencyEnd, "").replace(/\s*\((utc)\)$/i, " $1");

/** Returns whether the heading of a time column says UTC, which overrides the zone that the client chose. */
export const isUtcHeading = (heading = "") => /utc$/i.test(plainHeading(heading));

/** Returns the currency in the headings of money columns. */
export function currencyOfList(headings: string[]): string | undefined {
  const named = headings.find((heading) => /^(profit|commission|swap)_[a-z]{3}$/i.test(heading));
  return named ? currencyEnd.exec(named)?.[1]?.toUpperCase() : undefined;
}

/**
 * Returns the writer of a table with these headings; undefined if it is not a table of closed trades or the meaning
 * of its money columns is ambiguous.
 */
export function writerOfList(headings: string[]): Writer | undefined {
  const keys = new Map<string, number>();
  for (const heading of headings) {
    const key = headingKey(plainHeading(heading));
    keys.set(key, (keys.get(key) ?? 0) + 1);
  }
  const has = (name: string) => {
    const [key = "", times = "1"] = name.split("#");
    return (keys.get(headingKey(key)) ?? 0) >= Number(times);
  };
  const isList = neededOfLists.every((name) => listAliases[name].some(has));
  if (!isList) return undefined;
  const known = [...writers, mt5Positions].find((writer) => writer.headings.every(has));
  return known ?? (listAliases.net.some(has) ? anyone : undefined);
}
