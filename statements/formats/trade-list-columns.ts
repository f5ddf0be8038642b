import { headingKey } from "#statements/columns";
import type { DateOrder } from "#statements/values";

/** Columns of a table with a row for each closed trade. */
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

/** What they are called by those who write such tables. */
export const listAliases: Record<ListName, string[]> = {
  ticket: ["Ticket", "Position", "Position ID", "Order ID", "Trade ID", "ID"],
  openTime: ["Opening time UTC", "Open time UTC", "Open time", "Opening time", "Entry time", "Open"],
  closeTime: ["Closing time UTC", "Close time UTC", "Close time", "Closing time", "Exit time", "Close"],
  // beside a ticker, the instrument is its full name
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

/** Who writes a table, told by headings that only they have together, and what they mean by it. */
type Writer = {
  headings: string[];
  order: DateOrder;
};

/**
 * Writers whose profit is known to be without commission and swap: Exness' and FTMO's client areas, XTB's older closed positions. Any
 * other table has to state the net beside the profit, which then proves what is what.
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

/** A heading without the currency at its end (`profit_usd`) and the brackets of its zone (`Open Time (UTC)`). */
export const plainHeading = (heading: string) =>
  heading.replace(currencyEnd, "").replace(/\s*\((utc)\)$/i, " $1");

/** Whether a column of times says by its heading that they are UTC, whatever zone the reader chose. */
export const isUtcHeading = (heading = "") => /utc$/i.test(plainHeading(heading));

/** The currency that headings of money name. */
export function currencyOfList(headings: string[]): string | undefined {
  const named = headings.find((heading) => /^(profit|commission|swap)_[a-z]{3}$/i.test(heading));
  return named ? currencyEnd.exec(named)?.[1]?.toUpperCase() : undefined;
}

/** Who writes a table with such headings; undefined: no table of closed trades, or none whose money has but one meaning. */
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
