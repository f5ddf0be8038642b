import type { Clock } from "#api/areas/monitoring/import/clock";
import type { Columns } from "#api/areas/monitoring/import/columns";
import { columnsOf, headingKey, labelled } from "#api/areas/monitoring/import/columns";
import { excerpt, FileProblem } from "#api/areas/monitoring/import/problem";
import type { Row, RowPieces } from "#api/areas/monitoring/import/rows";
import { place } from "#api/areas/monitoring/import/rows";
import type { Statement } from "#api/areas/monitoring/import/statement";
import { emptyStatement } from "#api/areas/monitoring/import/statement";
import {
  readComment,
  readLevel,
  readNumber,
  readNumberOrZero,
  readSymbol,
  readTicket,
  readTime,
} from "#api/areas/monitoring/import/values";

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
  swap: ["Swap"],
  profit: ["Profit", "Trade P/L"],
} as const;
type Name = keyof typeof aliases;
const names = Object.fromEntries(Object.entries(aliases).map(([name, list]) => [name, [...list]])) as Record<
  Name,
  string[]
>;

const pending = /^(buy|sell) (limit|stop|stop limit)$/;
const sections: Record<string, Section> = {
  closedtransactions: "closed",
  opentrades: "open",
  workingorders: "working",
  summary: "summary",
  details: "summary",
};
type Section = "head" | "closed" | "open" | "working" | "summary";

/** What the summary calls its figures. */
const said = {
  "deposit/withdrawal": "deposits",
  creditfacility: "credit",
  "closedtradep/l": "netProfit",
  balance: "balance",
  grossprofit: "grossProfit",
  grossloss: "grossLoss",
  totaltrades: "trades",
} as const;

/**
 * A MetaTrader 4 account statement (`Save as Report`, `Save as Detailed Report`). Each closed order is a trade; `balance` and `credit`
 * rows are operations; pending orders that were cancelled are no trades. The comment stands in the title of the ticket's cell.
 */
export async function readMt4Statement(pieces: RowPieces, clock: Clock): Promise<Statement> {
  const statement = emptyStatement("mt4-statement");
  let section: Section = "head";
  let columns: Columns<Name> | undefined;
  for await (const piece of pieces) {
    for (const row of piece) {
      const [first = ""] = row.cells;
      const banner = sections[headingKey(first)];
      if (banner && first.endsWith(":") && row.cells.every((cell, index) => index === 0 || cell === ""))
        section = banner;
      else if (section === "head") readHead(row, statement);
      else if (section === "summary") readSummary(row, statement);
      else if (headingKey(first) === "ticket") {
        if (section === "closed")
          columns = columnsOf(row, names, [
            "ticket",
            "openTime",
            "type",
            "volume",
            "symbol",
            "openPrice",
            "closeTime",
            "closePrice",
            "profit",
          ]);
      } else if (section === "closed") {
        if (first !== "" && columns) readClosed(row, columns, statement, clock);
      } else if (section === "open" && /^\d+$/.test(first)) statement.left.open += 1;
    }
  }
  return statement;
}

function readHead(row: Row, statement: Statement): void {
  for (const cell of row.cells) {
    const [label = "", ...rest] = cell.split(":");
    const value = readComment(rest.join(":"));
    if (value === "") continue;
    if (/^(account|a\/c no|счет|счёт)$/i.test(label)) statement.account.number = value;
    if (/^(name|имя)$/i.test(label)) statement.account.name = value;
    if (/^(currency|валюта)$/i.test(label) && /^[A-Z]{3,5}$/.test(value)) statement.account.currency = value;
    const leverage = /^(?:leverage|плечо)$/i.test(label) ? /^1:(\d{1,5})$/.exec(value) : null;
    if (leverage) statement.account.leverage = Number(leverage[1]);
  }
}

function readSummary(row: Row, statement: Statement): void {
  for (const [label, value] of labelled(row)) {
    const figure = said[headingKey(label) as keyof typeof said];
    if (!figure) continue;
    const amount = readNumber(value, place(row, row.cells.indexOf(value), label));
    statement.says[figure] = figure === "grossLoss" && amount > 0n ? -amount : amount;
  }
}

function readClosed(row: Row, columns: Columns<Name>, statement: Statement, clock: Clock): void {
  if (row.cells.length <= 2) return; // "No transactions"
  const text = (name: Name) => columns.text(row, name);
  const at = (name: Name) => columns.at(row, name);
  const type = text("type").toLowerCase();
  if (pending.test(type)) {
    statement.left.cancelled += 1;
    return;
  }
  const ticket = readTicket(text("ticket"), at("ticket"));
  const openTime = clock(readTime(text("openTime"), at("openTime")));
  if (type === "balance" || type === "credit") {
    const last = row.cells.length - 1;
    if (row.cells.length < 5) throw new FileProblem("importValueMissing", place(row, last + 1, "Profit"));
    const amount = readNumber(row.cells[last] ?? "", place(row, last, "Profit"));
    statement.operations.push({
      ticket,
      time: openTime,
      type,
      amount,
      comment: readComment(row.cells[3] ?? ""),
    });
    return;
  }
  if (type !== "buy" && type !== "sell") throw new FileProblem("importNotAType", at("type"), excerpt(type));
  if (row.cells.length < columns.width)
    throw new FileProblem("importValueMissing", place(row, row.cells.length, "Profit"));
  const comment = readComment(row.title ?? "");
  statement.trades.push({
    ticket,
    position: ticket,
    symbol: readSymbol(text("symbol"), at("symbol")),
    side: type === "buy" ? "long" : "short",
    volume: readNumber(text("volume"), at("volume")),
    openTime,
    openPrice: readNumber(text("openPrice"), at("openPrice")),
    closeTime: clock(readTime(text("closeTime"), at("closeTime"))),
    closePrice: readNumber(text("closePrice"), at("closePrice")),
    stopLoss: readLevel(text("stopLoss"), at("stopLoss")),
    takeProfit: readLevel(text("takeProfit"), at("takeProfit")),
    commission: readNumberOrZero(text("commission"), at("commission")),
    fee: 0n,
    taxes: readNumberOrZero(text("taxes"), at("taxes")),
    swap: readNumberOrZero(text("swap"), at("swap")),
    profit: readNumber(text("profit"), at("profit")),
    final: true,
    ...(comment ? { comment } : {}),
  });
}
