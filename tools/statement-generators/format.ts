import type { History } from "#api/modules/monitoring/statistics/history";
import type { Decimal } from "#statements/decimal";
import { formatExact } from "#statements/decimal";
import type { BalanceOperation, Trade } from "#statements/types";
import { resultOf } from "#statements/types";

/** The content of a generated file and the clock that it uses. */
export type Writing = {
  /** Offset of the broker's clock from UTC, in minutes. */
  minutes: number;
  /** Number of cancelled pending orders in the file. */
  cancelled: number;
  /** Language of the terminal; English by default. */
  language?: LanguageOfTerminal;
  /** Whether the terminal shows the column of costs, which do not change the balance. */
  cost?: boolean;
  /** The balance before the file begins. */
  opening?: Decimal;
  /** Whether the site writes the day before the month. */
  isDayFirst?: boolean;
  /** Whether the site has extra rows that are not history. */
  hasArtefacts?: boolean;
};

/** Formats money as sites do, without spaces between thousands. */
export const plain = (value: Decimal) => formatExact(value, 2);

export type LanguageOfTerminal =
  | "English"
  | "Russian"
  | "German"
  | "Spanish"
  | "French"
  | "Chinese"
  | "Turkish";

/** Formats money as terminals print it: `1 234.50`, with more decimals only if they are not zero. */
export function money(value: Decimal): string {
  const [whole = "", fraction = ""] = formatExact(value, 2).split(".");
  return `${whole.replace(/\B(?=(\d{3})+$)/g, " ")}.${fraction}`;
}

export const price = (value: Decimal | null | undefined) =>
  value === null || value === undefined ? "" : formatExact(value, 5);
export const lots = (value: Decimal) => formatExact(value, 2);

/** Formats a time on the broker's clock, with `mark` as the date's separator: `2026.11.20 14:05:00`. */
export function moment(time: number, { minutes }: Pick<Writing, "minutes">, mark = "."): string {
  const text = new Date(time + minutes * 60_000).toISOString();
  return `${text.slice(0, 10).replaceAll("-", mark)} ${text.slice(11, 19)}`;
}

/** Returns balance operations and closes in the order in which a terminal lists them. */
export function byTime(
  history: Pick<History, "trades" | "operations">,
): ({ trade: Trade; time: number } | { operation: BalanceOperation; time: number })[] {
  return [
    ...history.trades.map((trade) => ({ trade, time: trade.closeTime })),
    ...history.operations.map((operation) => ({ operation, time: operation.time })),
  ].sort((a, b) => a.time - b.time);
}

const sum = (values: Decimal[]) => values.reduce((total, value) => total + value, 0n);

/** Returns the figures of a file's summary, by plain addition. */
export function totals({ trades, operations }: Pick<History, "trades" | "operations">) {
  const results = trades.map(resultOf);
  const deposits = sum(operations.filter(({ type }) => type === "balance").map(({ amount }) => amount));
  const corrections = sum(operations.filter(({ type }) => type === "correction").map(({ amount }) => amount));
  const net = sum(results);
  return {
    trades: trades.length,
    deposits,
    credit: sum(operations.filter(({ type }) => type === "credit").map(({ amount }) => amount)),
    commission: sum(trades.map(({ commission }) => commission)),
    taxes: sum(trades.map(({ taxes }) => taxes)),
    fee: sum(trades.map(({ fee }) => fee)),
    swap: sum(trades.map(({ swap }) => swap)),
    profit: sum(trades.map(({ profit }) => profit)),
    grossProfit: sum(results.filter((result) => result > 0n)),
    grossLoss: sum(results.filter((result) => result < 0n)),
    net,
    balance: deposits + corrections + net,
  };
}

export const escapeHtml = (text: string) =>
  text.replace(
    /[&<>"]/g,
    (character) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[character] ?? character,
  );
