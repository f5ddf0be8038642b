import type { Clock } from "#statements/clock";
import { contentTickets } from "#statements/content-ticket";
import { excerpt, FileProblem } from "#statements/problem";
import type { Row, RowChunks } from "#statements/rows";
import { bannerOf, placeOf } from "#statements/rows";
import type { BalanceRow } from "#statements/running-balance";
import { addUpRunning, oldestFirst } from "#statements/running-balance";
import type { Statement } from "#statements/statement";
import { emptyStatement, note } from "#statements/statement";
import type { Trade } from "#statements/types";
import type { DateOrder, DecimalMark } from "#statements/values";
import {
  dateOrderOf,
  readComment,
  readNumber,
  readNumberOrZero,
  readSymbol,
  readTicket,
  readTime,
  readVolume,
} from "#statements/values";
import type { CTraderColumns, CTraderName } from "./ctrader-columns";
import { cTraderColumns, cTraderCurrency, cTraderZone, isCTraderHeading, netColumn } from "./ctrader-columns";

const long = /^(buy|long|compra|achat|acquist|kauf|покупк|купить|alı)/i;
const short = /^(sell|short|vent|vend|verkauf|продаж|продать|satı)/i;

type Reading = {
  columns: CTraderColumns;
  clock: Clock;
  order: DateOrder;
  mark: DecimalMark;
  tickets: ReturnType<typeof contentTickets>;
};

/**
 * Reads a cTrader history (CSV, or the table of a saved statement): a row per closing deal, newest first, day-first
 * dates, the zone in the headings, the balance after each row. It has no deposits, so a jump of the balance is
 * recorded as a gap.
 */
export async function readCTrader(chunks: RowChunks, clock: Clock, mark: DecimalMark): Promise<Statement> {
  const statement = emptyStatement("ctrader");
  const rows: Row[] = [];
  let heading: Row | undefined;
  let ended = false;
  for await (const chunk of chunks) {
    for (const row of chunk) {
      if (!heading) heading = isCTraderHeading(row) ? row : undefined;
      else if (bannerOf(row) !== undefined || row.cells.length < 4) ended = true;
      else if (isCTraderHeading(row)) ended = false;
      else if (!ended) rows.push(row);
    }
  }
  if (!heading) return statement;
  const named = cTraderColumns(heading);
  const columns = { ...named, net: netColumn(heading, named) };
  const zone = cTraderZone(heading);
  const spans = rows.map(({ cells }) => ({
    open: cells[columns.openTime ?? -1] ?? "",
    close: cells[columns.closeTime ?? -1] ?? "",
  }));
  const reading: Reading = {
    columns,
    mark,
    clock: zone === null ? clock : (shown) => shown - zone * 60_000,
    order: dateOrderOf(spans, [], "day"),
    tickets: contentTickets(),
  };
  if (zone !== null) note(statement, "ownZone", heading.line);
  const currency = cTraderCurrency(heading, columns);
  if (currency) statement.account.currency = currency;
  const read = rows.flatMap((row) => readRow(row, reading, statement));
  const ordered = oldestFirst(read);
  statement.trades = ordered.map(({ trade }) => trade);
  if (columns.balance !== undefined) {
    const added = addUpRunning(ordered);
    Object.assign(statement, { opening: added.opening, closing: added.closing });
    statement.gaps.push(...added.gaps);
    if (added.closing) statement.stated.balance = added.closing.amount;
    if (added.opening) statement.stated.opening = added.opening.amount;
  }
  return statement;
}

function readRow(row: Row, reading: Reading, statement: Statement): (BalanceRow & { trade: Trade })[] {
  const { columns, clock, order, mark, tickets } = reading;
  const text = (name: CTraderName) => row.cells[columns[name] ?? -1] ?? "";
  const locate = (name: CTraderName) => placeOf(row, columns[name] ?? row.cells.length);
  const number = (name: CTraderName) => readNumber(text(name), locate(name), mark);
  const direction = text("direction");
  // rows of totals at the end have no direction
  if (direction === "" && text("closeTime") === "") {
    note(statement, "skippedRows", row.line);
    return [];
  }
  const side = long.test(direction) ? "long" : short.test(direction) ? "short" : null;
  if (!side) throw new FileProblem("importNotAType", locate("direction"), excerpt(direction));
  const time = (name: "openTime" | "closeTime") => clock(readTime(text(name), locate(name), order));
  const swap = readNumberOrZero(text("swap"), locate("swap"), mark);
  const commission = readNumberOrZero(text("commission"), locate("commission"), mark);
  const net = number("net");
  const quantity: CTraderName = columns.quantity === undefined ? "volume" : "quantity";
  const volume = readVolume(text(quantity).replace(/[\p{L}.]+$/u, ""), locate(quantity), mark);
  const closeTime = time("closeTime");
  const openTime = text("openTime") ? time("openTime") : null;
  const symbol = readSymbol(text("symbol"), locate("symbol"));
  const ticket = text("ticket")
    ? readTicket(text("ticket"), locate("ticket"))
    : tickets(side, symbol, volume, openTime, closeTime, net, text("openPrice"), text("closePrice"));
  const comment = readComment(text("comment"));
  const trade: Trade = {
    ticket,
    position: text("position") ? readTicket(text("position"), locate("position")) : ticket,
    symbol,
    side,
    volume,
    openTime,
    closeTime,
    swap,
    commission,
    openPrice: number("openPrice"),
    closePrice: number("closePrice"),
    stopLoss: null,
    takeProfit: null,
    // the net amount changed the balance, so the profit is derived from it, whatever else the row shows
    profit: net - swap - commission,
    fee: 0n,
    taxes: 0n,
    final: true,
    ...(comment ? { comment } : {}),
  };
  const balance = text("balance") ? number("balance") : null;
  return [{ time: closeTime, change: net, balance, trade }];
}
