import type { Clock } from "#statements/clock";
import { headingKey } from "#statements/columns";
import type { StatementFormat } from "#statements/kinds";
import { FileProblem } from "#statements/problem";
import type { Row, RowChunks } from "#statements/rows";
import { allRows } from "#statements/rows";
import type { Statement } from "#statements/statement";
import type { DecimalMark } from "#statements/values";
import { isBinanceHeading, readBinance } from "./binance";
import { isCashHeading, readCashList } from "./cash-list";
import { readCTrader } from "./ctrader";
import { hasCTraderMarks, isCTraderHeading } from "./ctrader-columns";
import { readFxBlue } from "./fx-blue";
import { isIgHeading, readIg } from "./ig";
import { readMql5Signal } from "./mql5-signal";
import { readMt5Deals } from "./mt5-deals";
import { readMyfxbook } from "./myfxbook";
import { readPlatformList } from "./platform-list";
import { platformOf, platforms } from "./platforms";
import { readTradeList } from "./trade-list";
import { writerOfList } from "./trade-list-columns";

/** Formats whose rows follow one heading row, in any kind of file. */
export type ListFormat = Exclude<StatementFormat, "mt4-statement" | "mt5-report" | "ibkr"> | "cash-list";

/** Returns the list format with these headings. */
export function listFormatOf(cells: string[]): ListFormat | undefined {
  const keys = cells.map(headingKey);
  const has = (...names: string[]) => names.every((name) => keys.includes(headingKey(name)));
  const platform = platformOf(cells);
  if (platform) return platform.format as ListFormat;
  if (isBinanceHeading(cells)) return "binance";
  if (isIgHeading(cells)) return "ig";
  if (has("Open Date", "Close Date", "Symbol", "Action")) return "myfxbook";
  if (has("Type", "Symbol", "Lots", "Buy/sell")) return "fx-blue";
  if (isCashHeading(cells)) return "cash-list";
  const row = { line: 1, cells };
  const isTrades = writerOfList(cells) !== undefined;
  // a direction with a net amount is cTrader's; a trade list that has them and whose net adds up is read as what it
  // adds up to
  if (isTrades && !hasCTraderMarks(row)) return "trade-list";
  const closes = has("Close time") || has("Closing time");
  const isDeals =
    has("Direction", "Deal") ||
    has("Направление", "Сделка") ||
    has("Entry", "Deal") ||
    (has("Direction", "Ticket") && !closes) ||
    // a script's exports use MetaTrader's names; in other files an entry may be a price
    (has("Time", "Ticket", "Type", "Entry", "Symbol", "Volume", "Price", "Profit") && !closes);
  if (isDeals) return "mt5-deals";
  if (isCTraderHeading(row)) return "ctrader";
  const twice = (name: string) => keys.filter((key) => key === headingKey(name)).length === 2;
  if (has("Type", "Volume", "Symbol") && twice("Time") && twice("Price")) return "mql5-signal";
  return isTrades ? "trade-list" : undefined;
}

/** Reads a platform's export; its headings tell which of its layouts it has. */
async function readPlatform(rows: RowChunks, clock: Clock, mark: DecimalMark, head: Row[]) {
  const all = await allRows(rows);
  const platform = platformOf(all[0]?.cells ?? []);
  if (!platform) throw new FileProblem("importUnknownFormat");
  async function* again(): RowChunks {
    yield all;
  }
  return readPlatformList(platform, again(), clock, mark, head);
}

/** Reads a list that begins with its heading row; `head` are the rows above it. */
export function readList(
  format: ListFormat,
  rows: RowChunks,
  clock: Clock,
  mark: DecimalMark,
  head: Row[],
): Promise<Statement> {
  if (format === "binance") return readBinance(rows, mark);
  if (format === "ig") return readIg(rows, mark);
  const platform = platforms.find((one) => one.format === format);
  if (platform) return readPlatform(rows, clock, mark, head);
  if (format === "myfxbook") return readMyfxbook(rows, clock, mark);
  if (format === "fx-blue") return readFxBlue(rows, clock, mark);
  if (format === "ctrader") return readCTrader(rows, clock, mark);
  if (format === "mql5-signal") return readMql5Signal(rows, clock, mark);
  if (format === "mt5-deals") return readMt5Deals(rows, clock, mark);
  const read = format === "cash-list" ? readCashList : readTradeList;
  return read(rows, clock, mark, head);
}

/**
 * Rejects files that look like a history but are none.
 *
 * @throws FileProblem for headings of a tester's trade list, and of lists of single orders or fills, which do not say
 * which of them made a trade.
 */
export function rejectOtherLists(cells: string[]): void {
  const keys = cells.map((cell) => headingKey(cell.replace(/\([^)]*\)/g, "")));
  const has = (...names: string[]) => names.some((name) => keys.includes(name));
  if (has("trade#", "trade") && has("signal") && has("date/time", "dateandtime"))
    throw new FileProblem("importTesterReport");
  const any = (pattern: RegExp) => keys.some((key) => pattern.test(key));
  const isPair =
    any(/^(close|closing|exit|sell)\w*(price|rate)$/) &&
    any(/^(close|closing|exit|sold|sell)\w*(time|date|timestamp)$/);
  const isOrder =
    any(/time|date/) &&
    any(/^(symbol|pair|instrument|contracts?|product|asset|market)$/) &&
    any(/price$/) &&
    any(/^(executed|vol|volume|qty|quantity|units|exec\w*|filled\w*|\w+(qty|volume|amount|quantity))$/);
  if (isOrder && !isPair) throw new FileProblem("importSingleOrders");
}
