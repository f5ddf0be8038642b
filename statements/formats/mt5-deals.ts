import type { Clock } from "#statements/clock";
import type { Columns } from "#statements/columns";
import { columnsOf } from "#statements/columns";
import { operationKindOf } from "#statements/kinds";
import type { Place } from "#statements/problem";
import { excerpt, FileProblem } from "#statements/problem";
import type { Row, RowChunks } from "#statements/rows";
import type { Statement } from "#statements/statement";
import { emptyStatement } from "#statements/statement";
import type { DecimalMark } from "#statements/values";
import {
  readComment,
  readNumber,
  readNumberOrZero,
  readSymbol,
  readTicket,
  readTime,
  readVolume,
} from "#statements/values";
import type { DealName, MoneyColumn } from "./mt5-columns";
import { dealAliases, neededOfDeals } from "./mt5-columns";
import type { DealRow } from "./mt5-deal-list";
import { dealTypeOf, entryOf, finishDeals } from "./mt5-deal-list";

/** Money columns of deals that are read by their headings. */
export const namedLayout: readonly MoneyColumn[] = ["commission", "fee", "swap", "profit"];

/** Reads a time; scripts also write seconds (or milliseconds) since 1970, on the broker's clock. */
function momentOf(text: string, place: Place): number {
  if (!/^\d{9,13}$/.test(text)) return readTime(text, place);
  const moment = Number(text) * (text.length > 10 ? 1 : 1000);
  return readTime(new Date(moment).toISOString().slice(0, 19), place);
}

/** Reads a deal by the headings of its table; null for a row of totals. */
export function readDeal(
  row: Row,
  columns: Columns<DealName>,
  clock: Clock,
  mark: DecimalMark,
): DealRow | null {
  const text = (name: DealName) => columns.text(row, name);
  const locate = (name: DealName) => columns.at(row, name);
  const money = (name: DealName) =>
    columns.has(name) ? readNumberOrZero(text(name), locate(name), mark) : 0n;
  // MetaTrader writes 0 for none
  const ticketOr = (name: DealName) =>
    columns.has(name) && text(name) && text(name) !== "0" ? readTicket(text(name), locate(name)) : undefined;
  if (text("time") === "" || (text("ticket") === "" && text("type") === "" && text("symbol") === ""))
    return null;
  const ticket = readTicket(text("ticket"), locate("ticket"));
  const type = dealTypeOf(text("type"));
  const position = ticketOr("position");
  const common = {
    row,
    ticket,
    type,
    time: clock(momentOf(text("time"), locate("time"))),
    order: ticketOr("order") ?? ticket,
    ...(position ? { position } : {}),
    money: [
      money("commission"),
      money("fee"),
      money("swap"),
      readNumber(text("profit"), locate("profit"), mark),
    ],
    balance:
      columns.has("balance") && text("balance") ? readNumber(text("balance"), locate("balance"), mark) : null,
    ...(text("magic") ? { magic: text("magic") } : {}),
    comment: readComment(text("comment")),
  };
  if (type !== "buy" && type !== "sell") {
    if (!operationKindOf(type)) throw new FileProblem("importNotAType", locate("type"), excerpt(type));
    return { ...common, symbol: "", trade: null };
  }
  const entry = entryOf(text("entry"));
  if (!entry) throw new FileProblem("importNotAType", locate("entry"), excerpt(text("entry")));
  const volume = readVolume(text("volume"), locate("volume"), mark);
  const price = readNumber(text("price"), locate("price"), mark);
  return { ...common, symbol: readSymbol(text("symbol"), locate("symbol")), trade: { entry, volume, price } };
}

/**
 * Reads MetaTrader 5's deals as comma, semicolon or tab separated text with column names in the first row. A row
 * without a time, or without ticket, type and symbol, is a total.
 */
export async function readMt5Deals(chunks: RowChunks, clock: Clock, mark: DecimalMark): Promise<Statement> {
  const statement = emptyStatement("mt5-deals");
  const list: DealRow[] = [];
  let columns: Columns<DealName> | undefined;
  for await (const chunk of chunks) {
    for (const row of chunk) {
      if (!columns) columns = columnsOf(row, dealAliases, neededOfDeals);
      else {
        const deal = readDeal(row, columns, clock, mark);
        if (deal) list.push(deal);
      }
    }
  }
  finishDeals(statement, list, [namedLayout]);
  return statement;
}
