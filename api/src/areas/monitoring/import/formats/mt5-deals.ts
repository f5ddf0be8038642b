import type { Clock } from "#api/areas/monitoring/import/clock";
import type { Columns } from "#api/areas/monitoring/import/columns";
import { columnsOf } from "#api/areas/monitoring/import/columns";
import { excerpt, FileProblem } from "#api/areas/monitoring/import/problem";
import type { Row, RowPieces } from "#api/areas/monitoring/import/rows";
import type { Statement } from "#api/areas/monitoring/import/statement";
import { emptyStatement } from "#api/areas/monitoring/import/statement";
import type { DecimalMark } from "#api/areas/monitoring/import/values";
import {
  readComment,
  readNumber,
  readNumberOrZero,
  readSymbol,
  readTicket,
  readTime,
} from "#api/areas/monitoring/import/values";
import type { BalanceOperation, Deal } from "#api/areas/monitoring/statistics/history";
import type { Decimal } from "#api/values/decimal";
import type { ClosedPosition, ListedDeal } from "./mt5-assign";
import { assignPositions, compareTickets } from "./mt5-assign";
import type { DealName } from "./mt5-columns";
import { dealAliases, neededOfDeals } from "./mt5-columns";

export type DealList = {
  deals: ListedDeal[];
  operations: BalanceOperation[];
  /** The running balance after the latest deal. */
  balance?: { time: number; ticket: string; amount: Decimal };
};

const entries = new Map<string, Deal["entry"]>([
  ["in", "in"],
  ["out", "out"],
  ["in/out", "inout"],
  ["inout", "inout"],
  ["out by", "out"],
]);
const corrections =
  /^(charge|correction|commission|daily commission|monthly commission|agent.*commission|interest|dividend.*|tax.*|buy canceled|sell canceled)/;

/** What a deal that is no trade does to the account; undefined for a word that no terminal writes. */
function operationType(type: string): BalanceOperation["type"] | undefined {
  if (type === "balance") return "balance";
  if (type === "credit" || type === "bonus") return "credit";
  return corrections.test(type) ? "correction" : undefined;
}

/** Reads one row of a table of deals into `list`. A row without a time is the table's total. */
export function readDeal(
  row: Row,
  columns: Columns<DealName>,
  clock: Clock,
  list: DealList,
  mark: DecimalMark = ".",
): void {
  const text = (name: DealName) => columns.text(row, name);
  const at = (name: DealName) => columns.at(row, name);
  const money = (name: DealName) => (columns.has(name) ? readNumberOrZero(text(name), at(name), mark) : 0n);
  if (text("time") === "") return;
  const time = clock(readTime(text("time"), at("time")));
  const ticket = readTicket(text("ticket"), at("ticket"));
  const type = text("type").toLowerCase();
  const [commission, fee, swap] = [money("commission"), money("fee"), money("swap")];
  const profit = readNumber(text("profit"), at("profit"), mark);
  const comment = readComment(text("comment"));
  const rest = comment ? { comment } : {};
  if (columns.has("balance") && text("balance") !== "") {
    const amount = readNumber(text("balance"), at("balance"), mark);
    const last = list.balance;
    if (!last || time > last.time || (time === last.time && compareTickets(ticket, last.ticket) > 0))
      list.balance = { time, ticket, amount };
  }
  if (type !== "buy" && type !== "sell") {
    const operation = operationType(type);
    if (!operation) throw new FileProblem("importNotAType", at("type"), excerpt(type));
    list.operations.push({
      ticket,
      time,
      type: operation,
      amount: profit + commission + fee + swap,
      ...rest,
    });
    return;
  }
  const entry = entries.get(text("entry").toLowerCase());
  if (!entry) throw new FileProblem("importNotAType", at("entry"), excerpt(text("entry")));
  const position =
    columns.has("position") && text("position") ? readTicket(text("position"), at("position")) : undefined;
  list.deals.push({
    ticket,
    order: columns.has("order") && text("order") ? readTicket(text("order"), at("order")) : ticket,
    ...(position ? { position } : {}),
    time,
    type,
    entry,
    symbol: readSymbol(text("symbol"), at("symbol")),
    volume: readNumber(text("volume"), at("volume"), mark),
    price: readNumber(text("price"), at("price"), mark),
    commission,
    fee,
    swap,
    profit,
    ...(text("magic") ? { magic: text("magic") } : {}),
    ...rest,
  });
}

/** Puts what was read into a statement: deals get their positions, positions become trades. */
export function finishDeals(statement: Statement, list: DealList, closed: ClosedPosition[] = []): void {
  const { deals, trades, open } = assignPositions(list.deals, closed);
  statement.deals = deals;
  statement.trades = trades;
  statement.operations = list.operations;
  statement.left.open = Math.max(statement.left.open, open);
  if (list.balance) statement.says.balance ??= list.balance.amount;
}

/** MetaTrader 5's deals as comma, semicolon or tab separated text; the first row names the columns. */
export async function readMt5Deals(pieces: RowPieces, clock: Clock, mark: DecimalMark): Promise<Statement> {
  const statement = emptyStatement("mt5-deals");
  const list: DealList = { deals: [], operations: [] };
  let columns: Columns<DealName> | undefined;
  for await (const piece of pieces) {
    for (const row of piece) {
      if (!columns) columns = columnsOf(row, dealAliases, neededOfDeals);
      else readDeal(row, columns, clock, list, mark);
    }
  }
  finishDeals(statement, list);
  return statement;
}
