import { kindOfComment } from "#statements/balance-comment";
import type { Clock } from "#statements/clock";
import type { Columns } from "#statements/columns";
import { columnsOf } from "#statements/columns";
import { contentTickets } from "#statements/content-ticket";
import type { Decimal } from "#statements/decimal";
import { operationKindOf } from "#statements/kinds";
import { excerpt, FileProblem } from "#statements/problem";
import type { Row, RowChunks } from "#statements/rows";
import { allRows } from "#statements/rows";
import type { Statement } from "#statements/statement";
import { emptyStatement, note } from "#statements/statement";
import type { Side } from "#statements/types";
import { resultOf } from "#statements/types";
import type { DateOrder, DecimalMark } from "#statements/values";
import {
  dateOrderOf,
  isDateOrderCertain,
  readComment,
  readLevel,
  readNumber,
  readNumberOrZero,
  readSymbol,
  readTicket,
  readTime,
  readVolume,
} from "#statements/values";
import { readListHead } from "./list-head";
import type { ListName } from "./trade-list-columns";
import {
  currencyOfList,
  isUtcHeading,
  listAliases,
  neededOfLists,
  plainHeading,
  writerOfList,
} from "./trade-list-columns";
import { utcOffsetMs, zoneEnd } from "./zoned-time";

type Reading = {
  columns: Columns<ListName>;
  time: (text: string, row: Row, name: ListName) => number;
  mark: DecimalMark;
  tickets: ReturnType<typeof contentTickets>;
};

/** Sums are rounded per row: maximum difference between a net and its parts. */
const rounding = 2_000_000n;

/**
 * Reads a table with a row per closed trade, as client areas and other programs write it. Commission and swap are
 * separate from the profit; if the table states a net, it must add up in each row.
 *
 * @param head the rows above the headings.
 */
export async function readTradeList(
  chunks: RowChunks,
  clock: Clock,
  mark: DecimalMark,
  head: Row[],
): Promise<Statement> {
  const statement = emptyStatement("trade-list");
  const [heading, ...rows] = await allRows(chunks);
  const writer = heading && writerOfList(heading.cells);
  if (!heading || !writer) return statement;
  const plain = { ...heading, cells: heading.cells.map(plainHeading) };
  const columns = columnsOf(plain, listAliases, neededOfLists);
  const { number, currency = currencyOfList(heading.cells) } = readListHead(head, mark);
  statement.account = { ...(number && { number }), ...(currency && { currency }) };
  const spans = rows.map((row) => ({
    open: columns.text(row, "openTime").replace(zoneEnd, ""),
    close: columns.text(row, "closeTime").replace(zoneEnd, ""),
  }));
  const isOrderCertain = isDateOrderCertain(spans.flatMap(({ open, close }) => [open, close]));
  const order: DateOrder =
    writer.order === "year" && !isOrderCertain
      ? "year"
      : dateOrderOf(spans, [], writer.order === "year" ? "day" : writer.order);
  const isUtc = (name: ListName) => isUtcHeading(columns.at(heading, name).heading);
  const hasOffsets = rows.some((row) => zoneEnd.test(columns.text(row, "closeTime")));
  if (isUtc("closeTime") || hasOffsets) note(statement, "ownZone", heading.line);
  const reading: Reading = {
    columns,
    mark,
    tickets: contentTickets(),
    time: (text, row, name) => {
      const at = readTime(text.replace(zoneEnd, ""), columns.at(row, name), order);
      const offsetMs = utcOffsetMs(text) ?? (isUtc(name) ? 0 : null);
      return offsetMs === null ? clock(at) : at - offsetMs;
    },
  };
  for (const row of rows) readRow(row, reading, statement);
  const before = equityBefore(rows, reading, statement);
  return before === null ? statement : { ...statement, equityBefore: before };
}

/** Returns the equity before the first trade: the equity in its row, which is after the trade, less its result. */
function equityBefore(rows: Row[], { columns, mark }: Reading, { trades }: Statement): Decimal | null {
  if (!columns.has("equity") || trades.length === 0) return null;
  const first = trades.reduce((a, b) => (b.closeTime < a.closeTime ? b : a));
  const row = rows.find((one) => columns.text(one, "ticket") === first.ticket);
  const text = row ? columns.text(row, "equity") : "";
  if (!row || text === "") return null;
  return readNumber(text, columns.at(row, "equity"), mark) - resultOf(first);
}

/** The beginning of a row of totals; a symbol may begin like that too (`TOTAL.FR`). */
export const sums = /^(total|итого|summe|suma)(?!\p{L})/iu;

export const sideOf = (type: string): Side | null =>
  /^(buy|long)$/.test(type) ? "long" : /^(sell|short)$/.test(type) ? "short" : null;

function readRow(row: Row, reading: Reading, statement: Statement): void {
  const { columns, mark, time, tickets } = reading;
  const text = (name: ListName) => columns.text(row, name);
  const locate = (name: ListName) => columns.at(row, name);
  const type = text("side").toLowerCase();
  const isSum = sums.test(row.cells.find((cell) => cell !== "") ?? "") && !sideOf(type);
  if (isSum || type === "") {
    if (text("openTime") !== "" && text("profit") !== "")
      throw new FileProblem("importValueMissing", locate("side"));
    note(statement, "skippedRows", row.line);
    return;
  }
  const kind = operationKindOf(type);
  if (kind) {
    const size = readNumber(text("profit"), locate("profit"), mark);
    const amount = type === "withdrawal" && size > 0n ? -size : size;
    const moment = time(text("openTime"), row, "openTime");
    const ticket = text("ticket")
      ? readTicket(text("ticket"), locate("ticket"))
      : tickets(type, moment, amount);
    const comment = readComment(text("comment"));
    const as = kind === "balance" ? kindOfComment(comment, amount) : kind;
    statement.operations.push({ ticket, time: moment, type: as, amount, comment });
    return;
  }
  if (/\b(limit|stop)\b/.test(type)) {
    statement.left.cancelled += 1;
    return;
  }
  const side = sideOf(type);
  if (!side) throw new FileProblem("importNotAType", locate("side"), excerpt(text("side")));
  if (text("closeTime") === "") {
    statement.left.open += 1;
    return;
  }
  const number = (name: ListName) => readNumber(text(name), locate(name), mark);
  const level = (name: ListName) => readLevel(text(name), locate(name), mark);
  const money = moneyOf(row, reading);
  if (money.net !== null) statement.stated.netProfit = (statement.stated.netProfit ?? 0n) + money.net;
  const [openTime, closeTime] = [
    time(text("openTime"), row, "openTime"),
    time(text("closeTime"), row, "closeTime"),
  ];
  const symbol = readSymbol(text("symbol"), locate("symbol"));
  const volume = readVolume(text("volume"), locate("volume"), mark);
  const ticket = text("ticket")
    ? readTicket(text("ticket"), locate("ticket"))
    : tickets(side, symbol, volume, openTime, closeTime, money.profit, money.commission, money.swap);
  const comment = readComment(text("comment"));
  statement.trades.push({
    ticket,
    position: ticket,
    symbol,
    side,
    volume,
    openTime,
    closeTime,
    openPrice: number("openPrice"),
    closePrice: number("closePrice"),
    stopLoss: level("stopLoss"),
    takeProfit: level("takeProfit"),
    commission: money.commission,
    swap: money.swap,
    profit: money.profit,
    fee: 0n,
    taxes: 0n,
    final: true,
    ...(comment ? { comment } : {}),
  });
}

type Money = { profit: Decimal; commission: Decimal; swap: Decimal; net: Decimal | null };

/** Returns the money of a row. A stated net tells whether costs are positive or signed amounts. */
function moneyOf(row: Row, { columns, mark }: Reading): Money {
  const of = (name: ListName) => readNumberOrZero(columns.text(row, name), columns.at(row, name), mark);
  const profit = readNumber(columns.text(row, "profit"), columns.at(row, "profit"), mark);
  const [commission, swap] = [of("commission"), of("swap") + of("rollover")];
  if (!columns.has("net")) return { profit, commission, swap, net: null };
  const net = readNumber(columns.text(row, "net"), columns.at(row, "net"), mark);
  const signs: [bigint, bigint][] = [
    [1n, 1n],
    [-1n, 1n],
    [-1n, -1n],
  ];
  for (const [ofCommission, ofSwap] of signs) {
    const rest = net - ofCommission * commission - ofSwap * swap;
    const off = rest - profit;
    if (off <= rounding && off >= -rounding)
      return { profit: rest, commission: ofCommission * commission, swap: ofSwap * swap, net };
  }
  throw new FileProblem("importNetDiffers", columns.at(row, "net"));
}
