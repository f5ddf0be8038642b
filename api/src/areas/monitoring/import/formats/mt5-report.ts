import type { Clock } from "#api/areas/monitoring/import/clock";
import type { Columns } from "#api/areas/monitoring/import/columns";
import { columnsOf, headingKey, labelled } from "#api/areas/monitoring/import/columns";
import { excerpt, FileProblem } from "#api/areas/monitoring/import/problem";
import type { Row, RowPieces } from "#api/areas/monitoring/import/rows";
import { bannerOf, place } from "#api/areas/monitoring/import/rows";
import type { Statement } from "#api/areas/monitoring/import/statement";
import { emptyStatement } from "#api/areas/monitoring/import/statement";
import {
  isTime,
  readComment,
  readLevel,
  readNumber,
  readNumberOrZero,
  readSymbol,
  readTicket,
  readTime,
} from "#api/areas/monitoring/import/values";
import type { Trade } from "#api/areas/monitoring/statistics/history";
import type { Decimal } from "#api/values/decimal";
import type { ClosedPosition } from "./mt5-assign";
import type { DealName, PositionName } from "./mt5-columns";
import {
  dealAliases,
  dealOrder,
  neededOfDeals,
  neededOfPositions,
  positionAliases,
  positionOrder,
} from "./mt5-columns";
import type { DealList } from "./mt5-deals";
import { finishDeals, readDeal } from "./mt5-deals";

type Table =
  | { kind: "positions"; columns: Columns<PositionName> }
  | { kind: "deals"; columns: Columns<DealName> }
  | { kind: "other" };
type Found = { list: DealList; positions: (ClosedPosition & { trade: Trade })[]; hasDeals: boolean };

/** What the results call their figures. */
const said: Record<string, keyof Statement["says"]> = {
  balance: "balance",
  баланс: "balance",
  totalnetprofit: "netProfit",
  чистаяприбыль: "netProfit",
  grossprofit: "grossProfit",
  общаяприбыль: "grossProfit",
  grossloss: "grossLoss",
  общийубыток: "grossLoss",
  totaltrades: "trades",
  всегосделок: "trades",
  всеготрейдов: "trades",
};

/**
 * A MetaTrader 5 trade history report, saved as HTML or Open XML. Its tables `Positions` and `Deals` hold the same trades: where
 * there are deals they count and the positions only tell which deals belong together; without deals each position is one trade.
 * Orders are no history. The report speaks the terminal's language: tables are told by headings in English and Russian, in others
 * by their shape, which every language keeps.
 */
export async function readMt5Report(pieces: RowPieces, clock: Clock): Promise<Statement> {
  const statement = emptyStatement("mt5-report");
  const found: Found = { list: { deals: [], operations: [] }, positions: [], hasDeals: false };
  let table: Table | undefined;
  let openTable = false;
  for await (const piece of pieces) {
    for (const row of piece) {
      const banner = bannerOf(row);
      if (banner !== undefined && !isTime(banner)) {
        if (!/[\d:]$/.test(banner)) {
          table = undefined;
          openTable = /^(open positions|открытые позиции)$/i.test(banner);
        }
      } else if (
        !table &&
        row.cells.length >= 9 &&
        !isTime(row.cells[0] ?? "") &&
        (row.cells[0] ?? "") !== "" &&
        labelled(row).length === 0
      ) {
        table = openTable ? { kind: "other" } : tableOf(row);
        if (table.kind === "deals") found.hasDeals = true;
      } else if (isTime(row.cells[0] ?? "") && row.cells.length >= 9) {
        if (openTable) statement.left.open += 1;
        else if (table) readRow(row, table, statement, found, clock);
      } else if (
        row.cells[0] !== "" &&
        table &&
        table.kind !== "other" &&
        row.cells.length >= 12 &&
        labelled(row).length === 0
      ) {
        // a row of a table that should begin with a time, and does not
        throw new FileProblem("importNotATime", place(row, 0), excerpt(row.cells[0] ?? ""));
      } else readLabels(row, statement);
    }
  }
  if (found.hasDeals) finishDeals(statement, found.list, found.positions);
  else {
    statement.trades = found.positions.map(({ trade }) => trade);
    delete statement.says.balance; // without deposits there is nothing to compare it with
  }
  return statement;
}

function tableOf(heading: Row): Table {
  const keys = heading.cells.map(headingKey);
  const knows = (names: string[]) => names.some((name) => keys.includes(headingKey(name)));
  if (knows(dealAliases.time) && knows(dealAliases.entry) && knows(dealAliases.ticket))
    return { kind: "deals", columns: columnsOf(heading, dealAliases, neededOfDeals) };
  if (knows(positionAliases.openTime) && knows(positionAliases.position) && keys[0] === keys[8])
    return { kind: "positions", columns: columnsOf(heading, positionAliases, neededOfPositions) };
  // a language we do not know: a position names Time and Price twice, a deal has thirteen columns or more without such a pair
  const same = (a: number, b: number) => keys[a] !== undefined && keys[a] === keys[b];
  if (keys.length >= 13 && same(0, 8) && same(5, 9)) {
    return {
      kind: "positions",
      columns: columnsOf({ ...heading, cells: positionOrder }, positionAliases, neededOfPositions),
    };
  }
  if (keys.length >= 13 && new Set(keys).size === keys.length) {
    return {
      kind: "deals",
      columns: columnsOf({ ...heading, cells: dealOrder(keys.length) }, dealAliases, neededOfDeals),
    };
  }
  return { kind: "other" };
}

function readRow(row: Row, table: Table, statement: Statement, found: Found, clock: Clock): void {
  if (table.kind === "deals") readDeal(row, table.columns, clock, found.list);
  else if (table.kind === "positions") found.positions.push(readPosition(row, table.columns, clock));
  else if (
    /^(canceled|cancelled|expired|rejected|отменен|отменён|истек)$/i.test(row.cells[9] ?? row.cells[10] ?? "")
  )
    statement.left.cancelled += 1;
}

function readPosition(
  row: Row,
  columns: Columns<PositionName>,
  clock: Clock,
): ClosedPosition & { trade: Trade } {
  const text = (name: PositionName) => columns.text(row, name);
  const at = (name: PositionName) => columns.at(row, name);
  const money = (name: PositionName): Decimal =>
    columns.has(name) ? readNumberOrZero(text(name), at(name)) : 0n;
  const type = text("type").toLowerCase();
  if (type !== "buy" && type !== "sell") throw new FileProblem("importNotAType", at("type"), excerpt(type));
  const comment = readComment(row.hidden ?? "");
  const common = {
    position: readTicket(text("position"), at("position")),
    symbol: readSymbol(text("symbol"), at("symbol")),
    side: type === "buy" ? ("long" as const) : ("short" as const),
    // a position closed in part says `0.05 / 0.10`
    volume: readNumber(text("volume").split("/")[0] ?? "", at("volume")),
    openTime: clock(readTime(text("openTime"), at("openTime"))),
    profit: readNumber(text("profit"), at("profit")),
    closeTime: clock(readTime(text("closeTime"), at("closeTime"))),
    stopLoss: readLevel(text("stopLoss"), at("stopLoss")),
    takeProfit: readLevel(text("takeProfit"), at("takeProfit")),
    ...(comment ? { comment } : {}),
  };
  return {
    ...common,
    trade: {
      ...common,
      ticket: common.position,
      openPrice: readNumber(text("openPrice"), at("openPrice")),
      closePrice: readNumber(text("closePrice"), at("closePrice")),
      commission: money("commission"),
      fee: 0n,
      taxes: 0n,
      swap: money("swap"),
      final: true,
    },
  };
}

function readLabels(row: Row, statement: Statement): void {
  for (const [label, value] of labelled(row)) {
    const key = headingKey(label);
    const account = /^(\d\w*)\s*\(([^)]*,[^)]*)\)$/.exec(value);
    if (account) readAccount(account[1] ?? "", account[2] ?? "", statement);
    else if (/^(name|имя)$/.test(key)) statement.account.name = readComment(value);
    const figure = said[key];
    // the label stands in the head of the balance's column too, and percentages follow some figures in brackets
    const number = value.replace(/\s*\([^)]*\)$/, "");
    if (figure) statement.says[figure] = readNumber(number, place(row, row.cells.indexOf(value), label));
  }
}

/** `12345 (USD, Broker-Demo, demo, Hedge)`, in every language alike. */
function readAccount(number: string, facts: string, statement: Statement): void {
  const [currency = "", server = ""] = facts.split(",").map((fact) => readComment(fact));
  statement.account.number = number;
  if (/^[A-Z]{3,5}$/.test(currency)) statement.account.currency = currency;
  if (server) statement.account.server = server;
}
