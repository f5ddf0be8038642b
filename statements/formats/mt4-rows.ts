import { kindOfComment } from "#statements/balance-comment";
import type { Clock } from "#statements/clock";
import type { Columns } from "#statements/columns";
import { headingKey } from "#statements/columns";
import type { Decimal } from "#statements/decimal";
import { excerpt, FileProblem } from "#statements/problem";
import type { Row } from "#statements/rows";
import { placeOf } from "#statements/rows";
import type { Statement } from "#statements/statement";
import {
  isNumber,
  readComment,
  readLevel,
  readNumber,
  readNumberOrZero,
  readSymbol,
  readTicket,
  readTime,
  readVolume,
} from "#statements/values";

const aliases = {
  ticket: ["Ticket"],
  openTime: ["Open Time"],
  type: ["Type"],
  volume: ["Size", "Lots", "Volume"],
  symbol: ["Item", "Symbol"],
  openPrice: ["Price"],
  stopLoss: ["S / L"],
  takeProfit: ["T / P"],
  closeTime: ["Close Time"],
  closePrice: ["Price#2"],
  commission: ["Commission", "Commis"],
  taxes: ["Taxes"],
  swap: ["Swap", "R/O Swap", "R/O", "Rollover", "Storage"],
  profit: ["Profit", "Trade P/L"],
  comment: ["Comment"],
} as const;
export type Name = keyof typeof aliases;
export const names = Object.fromEntries(
  Object.entries(aliases).map(([name, list]) => [name, [...list]]),
) as Record<Name, string[]>;
export const needed: Name[] = [
  "ticket",
  "openTime",
  "type",
  "volume",
  "symbol",
  "openPrice",
  "closeTime",
  "closePrice",
  "profit",
];

const leadingHeadings = [
  "Ticket",
  "Open Time",
  "Type",
  "Size",
  "Item",
  "Price",
  "S / L",
  "T / P",
  "Close Time",
  "Price",
];

/**
 * Returns English headings for a table in another language, by column order; a table has taxes if it has fourteen
 * columns.
 */
export function orderOf(heading: Row): Row {
  if (heading.cells.map(headingKey).includes("ticket")) return heading;
  const money =
    heading.cells.length >= 14 ? ["Commission", "Taxes", "Swap", "Profit"] : ["Commission", "Swap", "Profit"];
  return { ...heading, cells: [...leadingHeadings, ...money] };
}

const pending = /^(buy|sell) (limit|stop|stop limit)$/;

/** Splits an order's comment and the magic number that a terminal puts before it (`#16384 entry[tp]`). */
function commentOf(text: string): { comment?: string; magic?: string } {
  const match = /^#(\d+)(?:\s+(.*))?$/.exec(readComment(text));
  const [magic, comment] = match ? [match[1], match[2] ?? ""] : [undefined, readComment(text)];
  return { ...(comment ? { comment } : {}), ...(magic ? { magic } : {}) };
}

/**
 * Reads the extra row of a detailed report, which repeats magic number and comment; a build of 2009 has them only
 * there.
 */
export function readRemark(row: Row, statement: Statement): void {
  const trade = statement.trades.at(-1);
  if (!trade) return;
  const [, magic = "", text = ""] = row.cells;
  if (/[:：]$/.test(magic)) return; // a sum of the table, not a line of the order
  if (/^\d+$/.test(magic) && magic !== "0") trade.magic ??= magic;
  const comment = readComment(text);
  if (comment) trade.comment ??= comment;
}

/**
 * Returns amount and comment of a cash operation. Its row has five cells, or all of them if a spreadsheet left those
 * empty that the comment spanned. In a table with a comment column the amount is under `Profit` as in other rows.
 */
function moneyOf(row: Row, columns: Columns<Name>): { amount: Decimal; comment: string } {
  const isWhole = row.cells.length >= 10;
  const profit = columns.text(row, "profit");
  const comment = columns.text(row, "comment");
  if (isWhole && (profit !== "" || comment !== "")) {
    const spanned = row.cells.slice(3, -1).find((cell) => cell !== "" && !isNumber(cell));
    const amount = readNumber(profit, columns.at(row, "profit"));
    return { amount, comment: readComment(comment || (spanned ?? "")) };
  }
  const last = row.cells.findLastIndex((cell) => cell !== "");
  const amount = readNumber(row.cells[last] ?? "", placeOf(row, last, "Profit"));
  return { amount, comment: readComment(row.cells.slice(3, last).find((cell) => cell !== "") ?? "") };
}

/** Reads a row of the closed transactions: an order, a cancelled order or a cash operation. */
export function readClosed(row: Row, columns: Columns<Name>, statement: Statement, clock: Clock): void {
  const text = (name: Name) => columns.text(row, name);
  const locate = (name: Name) => columns.at(row, name);
  const type = text("type").toLowerCase();
  if (pending.test(type)) {
    statement.left.cancelled += 1;
    return;
  }
  const ticket = readTicket(text("ticket"), locate("ticket"));
  const openTime = clock(readTime(text("openTime"), locate("openTime")));
  // in any language a cash operation has five cells: the comment spans the rest, which spreadsheets leave empty
  const isOperation =
    type === "balance" ||
    type === "credit" ||
    row.cells.length < 10 ||
    (text("symbol") === "" && text("openPrice") === "");
  if (isOperation) {
    if (row.cells.length < 5)
      throw new FileProblem("importValueMissing", placeOf(row, row.cells.length, "Profit"));
    const { amount, comment } = moneyOf(row, columns);
    const kind = type === "credit" ? "credit" : kindOfComment(comment, amount);
    statement.operations.push({ ticket, time: openTime, type: kind, amount, comment });
    return;
  }
  if (type !== "buy" && type !== "sell")
    throw new FileProblem("importNotAType", locate("type"), excerpt(type));
  if (row.cells.length < columns.width - (columns.has("comment") ? 1 : 0))
    throw new FileProblem("importValueMissing", placeOf(row, row.cells.length, "Profit"));
  statement.trades.push({
    ticket,
    position: ticket,
    symbol: readSymbol(text("symbol"), locate("symbol")),
    side: type === "buy" ? "long" : "short",
    volume: readVolume(text("volume"), locate("volume")),
    openTime,
    openPrice: readNumber(text("openPrice"), locate("openPrice")),
    closeTime: clock(readTime(text("closeTime"), locate("closeTime"))),
    closePrice: readNumber(text("closePrice"), locate("closePrice")),
    stopLoss: readLevel(text("stopLoss"), locate("stopLoss")),
    takeProfit: readLevel(text("takeProfit"), locate("takeProfit")),
    commission: readNumberOrZero(text("commission"), locate("commission")),
    fee: 0n,
    taxes: readNumberOrZero(text("taxes"), locate("taxes")),
    swap: readNumberOrZero(text("swap"), locate("swap")),
    profit: readNumber(text("profit"), locate("profit")),
    final: true,
    ...commentOf(text("comment") || (row.title ?? "")),
  });
}
