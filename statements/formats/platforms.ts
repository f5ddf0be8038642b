import { headingKey } from "#statements/columns";
import type { StatementFormat } from "#statements/kinds";

/** Columns of a platform's export. */
export type PlatformColumn =
  | "ticket"
  | "symbol"
  | "side"
  | "volume"
  | "openTime"
  | "openDate"
  | "closeTime"
  | "closeDate"
  | "openPrice"
  | "closePrice"
  | "profit"
  | "commission"
  | "swap"
  | "cumulative"
  | "source"
  | "balance";

/** Whether a row's profit is before fees, after fees, or determined from prices and contract. */
type Profit = "gross" | "net" | "told";

/** A platform's export with a row per closed trade. */
export type Platform = {
  format: StatementFormat;
  /** A combination of headings that only this platform has. */
  headings: string[];
  /** The platform's column names; if date and time are separate columns, `openTime` and `closeTime` name both. */
  columns: Partial<Record<PlatformColumn, string>>;
  profit: Profit;
  /** Whether the month or the day comes first in a date if nothing else tells. */
  order: "month" | "day";
  /** Times are UTC. */
  isUtc?: true;
  /** The side is that of the closing deal. */
  sideCloses?: true;
  /** Purchases and sales are in separate columns: the earlier one is the side. */
  isBoughtSold?: true;
};

export const platforms: readonly Platform[] = [
  {
    format: "tradovate",
    headings: ["buyFillId", "sellFillId", "buyPrice", "sellPrice", "pnl", "boughtTimestamp"],
    columns: {
      symbol: "symbol",
      volume: "qty",
      openPrice: "buyPrice",
      closePrice: "sellPrice",
      openTime: "boughtTimestamp",
      closeTime: "soldTimestamp",
      profit: "pnl",
    },
    profit: "gross",
    order: "month",
    isBoughtSold: true,
  },
  {
    format: "tradovate",
    headings: ["Pair ID", "Paired Qty", "Buy Price", "Sell Price", "Bought Timestamp"],
    columns: {
      ticket: "Pair ID",
      symbol: "Contract",
      volume: "Paired Qty",
      openPrice: "Buy Price",
      closePrice: "Sell Price",
      openTime: "Bought Timestamp",
      closeTime: "Sold Timestamp",
      profit: "P/L",
    },
    profit: "gross",
    order: "month",
    isBoughtSold: true,
  },
  {
    format: "ninjatrader",
    headings: ["Market pos.", "Entry name", "Exit name", "Entry price", "Exit price", "Profit"],
    columns: {
      symbol: "Instrument",
      side: "Market pos.",
      volume: "Qty",
      openPrice: "Entry price",
      closePrice: "Exit price",
      openTime: "Entry time",
      closeTime: "Exit time",
      profit: "Profit",
      commission: "Commission",
      cumulative: "Cum. net profit",
    },
    profit: "told",
    order: "month",
  },
  {
    format: "topstepx",
    headings: ["ContractName", "EnteredAt", "ExitedAt", "PnL", "Fees"],
    columns: {
      ticket: "Id",
      symbol: "ContractName",
      side: "Type",
      volume: "Size",
      openPrice: "EntryPrice",
      closePrice: "ExitPrice",
      openTime: "EnteredAt",
      closeTime: "ExitedAt",
      profit: "PnL",
      commission: "Fees",
    },
    profit: "gross",
    order: "month",
  },
  {
    format: "rithmic",
    headings: ["Entry Order Number", "Exit Order Number", "Fill Size", "Trade P&L"],
    columns: {
      side: "Entry Buy/Sell",
      volume: "Fill Size",
      openPrice: "Entry Price",
      closePrice: "Exit Price",
      openTime: "Entry Time",
      closeTime: "Exit Time",
      profit: "Trade P&L",
      commission: "Commission & Fees",
    },
    profit: "gross",
    order: "month",
  },
  {
    format: "bybit",
    headings: ["Contracts", "Closing Direction", "Closed P&L", "Exit Price"],
    columns: {
      symbol: "Contracts",
      side: "Closing Direction",
      volume: "Qty",
      openPrice: "Entry Price",
      closePrice: "Exit Price",
      closeTime: "Trade Time(UTC+0)",
      profit: "Closed P&L",
    },
    profit: "net",
    order: "month",
    isUtc: true,
    sideCloses: true,
  },
  {
    format: "deepcharts",
    headings: ["Entry DT", "Exit DT", "Entry Price", "ProfitLoss"],
    columns: {
      symbol: "Symbol",
      volume: "Quantity",
      openPrice: "Entry Price",
      closePrice: "Exit Price",
      openTime: "Entry DT",
      closeTime: "Exit DT",
      profit: "ProfitLoss",
    },
    profit: "gross",
    order: "month",
  },
  {
    format: "tradezella",
    headings: ["Open Date", "Open Time", "Close Date", "Close Time", "Gross P&L", "Adjusted Cost"],
    columns: {
      symbol: "Instrument",
      side: "Side",
      volume: "Quantity",
      openPrice: "Entry Price",
      closePrice: "Exit Price",
      openDate: "Open Date",
      openTime: "Open Time",
      closeDate: "Close Date",
      closeTime: "Close Time",
      profit: "Gross P&L",
      commission: "Commission",
    },
    profit: "gross",
    order: "month",
  },
  {
    // the export of an account's page in this project
    format: "own-trades",
    headings: ["openedAt", "closedAt", "resultPercent", "costs", "result", "source"],
    columns: {
      ticket: "ticket",
      symbol: "symbol",
      side: "side",
      volume: "volume",
      openPrice: "openPrice",
      closePrice: "closePrice",
      openTime: "openedAt",
      closeTime: "closedAt",
      profit: "result",
      commission: "costs",
      swap: "swap",
      source: "source",
      balance: "balance",
    },
    profit: "net",
    order: "month",
  },
];

/** Returns the platform whose export has these headings. */
export function platformOf(cells: string[]): Platform | undefined {
  const keys = new Set(cells.map(headingKey));
  return platforms.find(({ headings }) => headings.every((heading) => keys.has(headingKey(heading))));
}
