import type { Clock } from "#statements/clock";
import type { Columns } from "#statements/columns";
import { columnsOf, headingKey, labelled } from "#statements/columns";
import { excerpt, FileProblem } from "#statements/problem";
import type { Row, RowChunks } from "#statements/rows";
import { bannerOf, placeOf } from "#statements/rows";
import { openFromBalance } from "#statements/running-balance";
import type { Statement } from "#statements/statement";
import { emptyStatement } from "#statements/statement";
import { isTime, readComment, readNumber } from "#statements/values";
import { joinCloseBys } from "./mt4-close-by";
import type { Name } from "./mt4-rows";
import { names, needed, orderOf, readClosed, readRemark } from "./mt4-rows";

const sections: Record<string, Section> = {
  closedtransactions: "closed",
  opentrades: "open",
  workingorders: "working",
  summary: "summary",
  "a/csummary": "summary",
  details: "summary",
};
type Section = "head" | "closed" | "open" | "working" | "summary";
const order: readonly Section[] = ["closed", "open", "working", "summary"];

/** Labels of the summary's figures. */
const statedLabels = {
  "deposit/withdrawal": "deposits",
  creditfacility: "credit",
  "closedtradep/l": "netProfit",
  balance: "balance",
  grossprofit: "grossProfit",
  grossloss: "grossLoss",
  totaltrades: "trades",
} as const;
/** The same figures by position, line by line of the summary, for terminals in other languages. */
const statedInOrder = [["deposits", "credit"], ["netProfit"], ["balance"]] as const;

type Reading = {
  statement: Statement;
  clock: Clock;
  section: Section;
  columns?: Columns<Name>;
  /** The first account's number, and its label in the file. */
  account?: { label: string; number: string };
  /** Lines of the summary with unknown labels. */
  unknown: { row: Row; pairs: [string, string][] }[];
  written: number | null;
};

/**
 * Reads a MetaTrader 4 account statement (`Save as Report`, `Save as Detailed Report`, and the one that a broker's
 * server emails). Each closed order is a trade; the kind of a `balance` row follows from its comment; cancelled
 * pending orders are not trades. Sections and columns are recognized by their words or, in another language, by their
 * order. The file states one balance, at its end.
 */
export async function readMt4Statement(chunks: RowChunks, clock: Clock): Promise<Statement> {
  const statement = emptyStatement("mt4-statement");
  const reading: Reading = { statement, clock, section: "head", unknown: [], written: null };
  for await (const chunk of chunks) for (const row of chunk) readRow(row, reading);
  readSummaryInOrder(reading);
  joinCloseBys(statement);
  openFromBalance(statement, reading.written);
  return statement;
}

function sectionOf(row: Row, section: Section): Section | null {
  const banner = bannerOf(row);
  if (banner === undefined || !/[:：]$/.test(banner)) return null;
  const known = sections[headingKey(banner)];
  if (known) return known;
  // in another language, sections are recognized by their order
  const isFirstCell = row.cells[0] === banner;
  return isFirstCell ? (order[order.indexOf(section) + 1] ?? "summary") : null;
}

/**
 * @throws FileProblem if a statement of another account follows, since two accounts would be merged into one history.
 */
function rejectOtherAccounts(row: Row, reading: Reading): void {
  const [first = "", second = ""] = row.cells;
  const [, label, number] = /^([^:：]{1,40})[:：]\s*(\d{3,})$/.exec(first) ?? [];
  if (!label || !number || !/[:：]/.test(second)) return;
  if (reading.section === "head") reading.account ??= { label, number };
  if (reading.account?.label === label && reading.account.number !== number)
    throw new FileProblem("importSeveralAccounts", placeOf(row, 0), excerpt(number));
}

function readRow(row: Row, reading: Reading): void {
  const { statement, section } = reading;
  rejectOtherAccounts(row, reading);
  const next = sectionOf(row, section);
  if (next) {
    reading.section = next;
    return;
  }
  const ticketIndex = row.cells.findIndex(
    (cell, index) => /^\d+$/.test(cell) && isTime(row.cells[index + 1] ?? ""),
  );
  if (section === "head" && isOrdersHeading(row)) {
    reading.section = "closed";
    reading.columns = columnsOf(row, names, needed);
  } else if (section === "summary") readSummary(row, reading);
  else if (section === "head" && ticketIndex === -1) readHead(row, reading);
  else if (section === "working") return;
  else if (section === "open") statement.left.open += ticketIndex === -1 ? 0 : 1;
  else if (reading.columns && row.cells.length === 3 && row.cells[0] === "") readRemark(row, statement);
  else if (isHeading(row)) reading.columns = columnsOf(orderOf(row), names, needed);
  else if (reading.columns) readClosedRow(row, ticketIndex, reading, reading.columns);
}

/**
 * Returns whether a row has the headings of orders without a banner above them, as in a table that was copied out.
 */
function isOrdersHeading(row: Row): boolean {
  const keys = row.cells.map(headingKey);
  return keys.includes("ticket") && keys.includes("opentime") && keys.includes("closetime");
}

/**
 * Returns whether a row is the heading row: it names the ticket, or has as many words as a terminal's table has
 * columns.
 */
function isHeading(row: Row): boolean {
  const keys = row.cells.map(headingKey);
  if (keys.includes("ticket")) return true;
  return keys.length >= 12 && keys.every((key) => key !== "" && !/^[-\d]/.test(key));
}

function readClosedRow(row: Row, ticketIndex: number, reading: Reading, columns: Columns<Name>): void {
  const [first = ""] = row.cells;
  // rows of totals begin with an empty cell, and `No transactions` is a single cell
  if (first === "" || row.cells.length <= 2) return;
  if (ticketIndex === -1 && labelled(row).length > 0) return;
  readClosed(row, columns, reading.statement, reading.clock);
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

function readHead(row: Row, reading: Reading): void {
  const { account } = reading.statement;
  for (const [index, cell] of row.cells.entries()) {
    const written = /^(\d{4}) (\p{L}{3})\p{L}* (\d{1,2}), (\d{2}):(\d{2})/u.exec(cell);
    const month = months.indexOf(written?.[2]?.toLowerCase() ?? "");
    if (written && month >= 0)
      reading.written = reading.clock(
        Date.UTC(Number(written[1]), month, Number(written[3]), Number(written[4]), Number(written[5])),
      );
    const [label = "", ...rest] = cell.split(/[:：]/);
    const value = readComment(rest.join(":"));
    if (value === "") continue;
    // account, name, currency, leverage have this order in every language
    if (/^(account|a\/c no|счет|счёт)$/i.test(label) || (index === 0 && /^\d{3,}$/.test(value)))
      account.number ??= value;
    else if (/^(name|имя)$/i.test(label) || (index === 1 && account.number && row.cells.length >= 4))
      account.name ??= value;
    else if (/^[mu]?[A-Z]{3}$/.test(value) && index >= 1) account.currency ??= value;
    const leverage = /^1:(\d{1,5})$/.exec(value);
    if (leverage) account.leverage = Number(leverage[1]);
  }
}

function readSummary(row: Row, reading: Reading): void {
  const { stated: statedFigures } = reading.statement;
  const pairs = labelled(row);
  for (const [label, value] of pairs) {
    const figure = statedLabels[headingKey(label) as keyof typeof statedLabels];
    const isBefore = headingKey(label) === "previousledgerbalance";
    if (!figure && !isBefore) continue;
    const amount = readNumber(value, placeOf(row, row.cells.indexOf(value), label));
    if (isBefore) statedFigures.opening = amount;
    else if (figure) statedFigures[figure] = figure === "grossLoss" && amount > 0n ? -amount : amount;
  }
  if (pairs.length > 0) reading.unknown.push({ row, pairs });
}

/** Reads a summary with unknown labels: deposits and credit, result and balance are in its first three lines. */
function readSummaryInOrder({ statement, unknown }: Reading): void {
  if (statement.stated.balance !== undefined) return;
  for (const [line, figures] of statedInOrder.entries()) {
    const { row, pairs } = unknown[line] ?? {};
    for (const [index, figure] of figures.entries()) {
      const value = pairs?.[index]?.[1];
      if (row && value !== undefined)
        statement.stated[figure] = readNumber(value, placeOf(row, row.cells.indexOf(value)));
    }
  }
}
