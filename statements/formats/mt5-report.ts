import type { Clock } from "#statements/clock";
import { labelled } from "#statements/columns";
import { excerpt, FileProblem } from "#statements/problem";
import type { Row, RowChunks } from "#statements/rows";
import { bannerOf, placeOf } from "#statements/rows";
import type { Statement } from "#statements/statement";
import { emptyStatement } from "#statements/statement";
import { isNumber, isTime, readComment } from "#statements/values";
import { accountIn } from "./mt5-account";
import { checkColumnOrder } from "./mt5-column-order";
import { dealLayouts } from "./mt5-columns";
import type { DealRow } from "./mt5-deal-list";
import { finishDeals } from "./mt5-deal-list";
import { namedLayout, readDeal } from "./mt5-deals";
import type { MailedTable } from "./mt5-emailed";
import { mailedTable, readMailedHead } from "./mt5-emailed";
import { readReportResults } from "./mt5-results";
import type { ReadPosition } from "./mt5-tables";
import { readDealRow, readPositionRow } from "./mt5-tables";

type Table = "positions" | "deals" | "orders" | "open" | "working";

type ReportContents = {
  deals: DealRow[];
  positions: ReadPosition[];
  /** Numbers of the positions that are still open. */
  open: Set<string>;
  isHedge: boolean;
  isNetting: boolean;
  /** Number of columns of the deal table; null without one. */
  width: number | null;
  /** Whether deals were read by their headings, as in emailed statements. */
  isMailed: boolean;
  labels: { row: Row; pairs: [string, string][] }[];
};

/**
 * Reads a MetaTrader 5 trade history report, saved as HTML or Open XML. Its tables `Positions` and `Deals` contain
 * the same trades: if there are deals, they count, and the positions only tell which deals belong together; without
 * deals each position is one trade. Orders are ignored. The report is in the terminal's language, so its tables are
 * recognized by shape: a position has two times and two prices, an order two times, a deal a direction or no symbol.
 */
export async function readMt5Report(chunks: RowChunks, clock: Clock): Promise<Statement> {
  const statement = emptyStatement("mt5-report");
  const contents: ReportContents = {
    deals: [],
    positions: [],
    open: new Set(),
    isHedge: false,
    isNetting: false,
    width: null,
    isMailed: false,
    labels: [],
  };
  let heading: Row | undefined;
  let mailed: MailedTable | null = null;
  let table: Table | undefined;
  for await (const chunk of chunks) {
    for (const row of chunk) {
      const first = row.cells[0] ?? "";
      const pairs = labelled(row);
      if (isTime(first) && mailed) readMailedRow(row, mailed, statement, contents, clock);
      else if (isTime(first) && heading) {
        if (!table) {
          table = tableOf(heading, row);
          if (table === "deals" || table === "positions") checkColumnOrder(heading, table);
        }
        readRow(row, table, widthOf(heading), statement, contents, clock);
      } else if (pairs.length > 0) {
        contents.labels.push({ row, pairs });
        readAccount(pairs, statement, contents);
      } else if (bannerOf(row) !== undefined) {
        if (!/[\d:：]$/.test(bannerOf(row) ?? "")) [heading, table, mailed] = [undefined, undefined, null];
      } else if (first !== "" && widthOf(row) >= 9 && (!heading || mailedTable(row))) {
        [heading, table, mailed] = [row, undefined, mailedTable(row)];
        if (!mailed && isDealsHeading(row)) contents.width ??= widthOf(row);
      } else if (first !== "" && (table === "deals" || table === "positions") && row.cells.length >= 12) {
        // a row of a table of trades must begin with a time
        throw new FileProblem("importNotATime", placeOf(row, 0), excerpt(first));
      } else if (!heading) readMailedHead(row, statement);
    }
  }
  readReportResults(statement, contents.labels);
  if (contents.isMailed) {
    finishDeals(statement, contents.deals, [namedLayout]);
    openMailed(statement);
  } else if (contents.width !== null) {
    const layouts = dealLayouts[contents.width - 10] ?? dealLayouts[4] ?? [];
    const { positions: closed, open, isHedge, isNetting } = contents;
    finishDeals(statement, contents.deals, layouts, { closed, open, isHedge, isNetting });
  } else {
    statement.trades = contents.positions.map(({ trade }) => trade);
    delete statement.stated.balance; // without deposits there is nothing to compare it with
  }
  return statement;
}

/**
 * Sets opening and closing balance from the figures of an emailed statement, which has no running balance: the
 * balance before the period and the one at its end.
 */
function openMailed(statement: Statement): void {
  const { stated: statedFigures, trades, operations } = statement;
  const times = [...trades.map(({ closeTime }) => closeTime), ...operations.map(({ time }) => time)];
  if (statedFigures.opening === undefined || statedFigures.balance === undefined || times.length === 0)
    return;
  // not `Math.min(...times)`: a long history has more rows than a call can have arguments
  const [first, last] = times.reduce(
    ([from, to], time) => [Math.min(from, time), Math.max(to, time)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
  statement.opening = { amount: statedFigures.opening, time: first, from: "balance" };
  statement.closing = { amount: statedFigures.balance, time: last };
}

function readMailedRow(
  row: Row,
  mailed: MailedTable,
  statement: Statement,
  contents: ReportContents,
  clock: Clock,
): void {
  if (mailed.kind === "deals") {
    const deal = readDeal(row, mailed.columns, clock, ".");
    contents.isMailed = true;
    if (deal) contents.deals.push(deal);
  } else if (mailed.kind === "open") statement.left.open += 1;
  else if (mailed.kind === "orders" && isUnfilled(row.cells[3] ?? "")) statement.left.cancelled += 1;
}

/** Returns the number of a heading's columns; in a workbook empty cells follow the last one. */
const widthOf = (row: Row) => row.cells.findLastIndex((cell) => cell !== "") + 1;

const key = (row: Row, at: number) => (row.cells[at] ?? "").toLowerCase();
const isPositionsHeading = (heading: Row) =>
  key(heading, 0) === key(heading, 8) && key(heading, 5) === key(heading, 9);
/**
 * At least thirteen distinct headings: tables of positions have time twice, of orders an unnamed column or eleven
 * columns, of open positions at most twelve.
 */
const isDealsHeading = (heading: Row) => {
  const keys = heading.cells.slice(0, widthOf(heading)).map((cell) => cell.toLowerCase());
  return keys.length >= 13 && !keys.includes("") && new Set(keys).size === keys.length;
};

function tableOf(heading: Row, { cells }: Row): Table {
  if (isPositionsHeading(heading)) return "positions";
  if (isDealsHeading(heading)) return "deals";
  const isPlanned = (cells[4] ?? "").includes("/");
  if (isTime(cells[8] ?? "")) return isNumber(cells[9] ?? "") && !isPlanned ? "positions" : "orders";
  if (!isNumber(cells[4] ?? "") && !isPlanned) return "deals";
  return isPlanned ? "working" : "open";
}

/**
 * Returns whether an order was cancelled: its second volume (filled) is zero. Its state is a word in the terminal's
 * language.
 */
const isUnfilled = (volume: string) => /\/\s*0+([.,]0*)?$/.test(volume.trim());

function readRow(
  row: Row,
  table: Table,
  width: number,
  statement: Statement,
  contents: ReportContents,
  clock: Clock,
): void {
  if (table === "deals") {
    contents.width ??= width;
    contents.deals.push(readDealRow(row, width, clock));
  } else if (table === "positions") contents.positions.push(readPositionRow(row, width, clock));
  else if (table === "open") {
    statement.left.open += 1;
    contents.open.add(row.cells[1] ?? "");
  } else if (table === "orders" && isUnfilled(row.cells[4] ?? "")) statement.left.cancelled += 1;
}

/** Reads the account, and the name in the row above it. */
function readAccount(pairs: [string, string][], statement: Statement, contents: ReportContents): void {
  for (const [, value] of pairs) {
    const account = accountIn(value);
    if (!account) {
      if (statement.account.number === undefined) statement.account.name ??= readComment(value);
      continue;
    }
    const [currency = "", server = "", ...modes] = account.details.map((fact) => readComment(fact));
    contents.isHedge ||= modes.some((mode) => /^hedg(e|ing)$/i.test(mode));
    contents.isNetting ||= modes.some((mode) => /^netting$/i.test(mode));
    statement.account.number = account.number;
    if (/^[mu]?[A-Z]{3,5}$/.test(currency)) statement.account.currency = currency;
    if (server) statement.account.server = server;
  }
}
