import type { Clock } from "#statements/clock";
import { headingKey } from "#statements/columns";
import { withPoints } from "#statements/csv-rows";
import { markOfCells } from "#statements/decimal-mark";
import { isReportHeading } from "#statements/detect";
import { excerpt, FileProblem } from "#statements/problem";
import type { Row, RowChunks } from "#statements/rows";
import { placeOf } from "#statements/rows";
import type { Statement } from "#statements/statement";
import { isEmptyOf } from "#statements/statement";
import { isNumber, isTime } from "#statements/values";
import { isCTraderHeading } from "./ctrader-columns";
import type { ListFormat } from "./lists";
import { listFormatOf, readList, rejectOtherLists } from "./lists";
import { readMt4Statement } from "./mt4-statement";
import { accountIn } from "./mt5-account";
import { isTerminalsDeals } from "./mt5-column-order";
import { mailedTable } from "./mt5-emailed";
import { readMt5Report } from "./mt5-report";

/**
 * Maximum number of rows searched for the kind of report: a tester's report lists every input of its program first.
 */
const headRows = 5_000;
/** Number of rows searched for the headings of a list; cTrader's may follow other tables. */
const listRows = 100;
/** Number of history rows from which the decimal mark is determined. */
const markRows = 500;
/** Number of rows that may contain a report's title. */
const titleRows = 6;
/** Maximum number of figures in a row of a summary; a trade has more. */
const mostInSummary = 4;

/** The tested period, the same in every language: `M15 (2026.01.01 - 2026.05.27)`. */
const testedPeriod = /\(\d{4}\.\d{2}\.\d{2}\s*[-–—]\s*\d{4}\.\d{2}\.\d{2}\)/;
const testerWords =
  /tester|тестер|тестир|strategietest|probador|prueba de estrateg|testeur|testador|test cihaz|策略[测測]|ストラテジ|전략\s*테스|teszter|pengujian strategi|kiểm tra chiến lược|optimi[sz]|оптимиз|最適化|优化|最佳化|최적화|optymaliz|optimaliz/i;
const optimisationWords = /optimi[sz]|оптимиз|最適化|优化|最佳化|최적화|optymaliz|optimaliz/i;

const isMt5Account = (row: Row) => row.cells.some((cell) => accountIn(cell) !== null);
/** `Account: 7001`, `Name: …` in cells of one row, in any language. */
const isMt4Account = (row: Row) =>
  row.cells.length >= 2 &&
  /^[^:：]{1,40}[:：]\s*\d{2,}$/.test(row.cells[0] ?? "") &&
  /[:：]/.test(row.cells[1] ?? "");
const isMt4Banner = (row: Row) => /^closed transactions:$/i.test(row.cells[0] ?? "");

export type ReportKind = "mt4" | "mt5" | ListFormat | "test" | "optimisation";

/** What the rows before the first history row tell about a report. */
type Head = {
  isMt5: boolean;
  isMt4: boolean;
  hasPeriod: boolean;
  isCalledTest: boolean;
  isCalledOptimisation: boolean;
};

/** Updates the head with a row; titles of tests are among the first rows, alone or with a label. */
function learn(head: Head, row: Row, index: number): void {
  head.isMt5 ||= isMt5Account(row);
  head.isMt4 ||= isMt4Account(row);
  head.hasPeriod ||= row.cells.some((cell) => testedPeriod.test(cell));
  if (index >= titleRows) return;
  head.isCalledOptimisation ||= row.cells.some((cell) => optimisationWords.test(cell));
  head.isCalledTest ||=
    row.cells.filter(Boolean).length <= 2 && row.cells.some((cell) => testerWords.test(cell));
}

/**
 * Returns the list that begins with these headings, in a page or a workbook. Headings of a terminal's own deals and
 * positions belong to its report.
 */
function listOf(row: Row, index: number): ListFormat | undefined {
  const { cells } = row;
  if (index >= listRows) return isCTraderHeading(row) ? "ctrader" : undefined;
  const format = listFormatOf(cells);
  const isPositions = cells[0] === cells[8] && cells[5] === cells[9];
  const isReports =
    format === "mt5-deals"
      ? isTerminalsDeals(row) || mailedTable(row) !== null
      : format === "mql5-signal" && isPositions;
  return isReports ? undefined : format;
}

/** Returns the kind of report that a row shows, given its head: a test has a period or a title, and no account. */
function kindOf(
  row: Row,
  { isMt4, isMt5, hasPeriod, isCalledTest }: Head,
  index: number,
): ReportKind | undefined {
  const { cells, title } = row;
  const isAccount = isMt4 || isMt5;
  const list = isAccount ? undefined : listOf(row, index);
  if (list) return list;
  const isTested = !isAccount && hasPeriod;
  if (isMt4Banner(row)) return "mt4";
  if (/^\d+$/.test(cells[0] ?? "") && isTime(cells[1] ?? "")) {
    // a test's list of orders is numbered: its fourth and fifth cells are an order and a size
    const isNumbered = /^\d+$/.test(cells[3] ?? "") && (cells[4] === undefined || isNumber(cells[4]));
    return isTested || (!isAccount && isNumbered && cells.length <= 10) ? "test" : "mt4";
  }
  if (isTime(cells[0] ?? "") && /^\d+$/.test(cells[1] ?? "") && cells.length >= 6)
    return isTested || (!isAccount && isCalledTest) ? "test" : "mt5";
  if (isTested && /^\d+$/.test(cells[0] ?? "") && cells.length >= 6 && /=.*;/.test(title ?? ""))
    return "optimisation";
  return undefined;
}

/** Returns the kind of a file without any history row: an empty statement, or a test that never traded. */
function kindWithoutRows({
  isMt4,
  isMt5,
  hasPeriod,
  isCalledTest,
  isCalledOptimisation,
}: Head): ReportKind | undefined {
  if (isMt5) return "mt5";
  if (isMt4) return "mt4";
  if (isCalledOptimisation) return "optimisation";
  return hasPeriod || isCalledTest ? "test" : undefined;
}

/** Yields all rows, without the empty columns to the left of an indented table. */
async function* after(firstRows: Row[], rest: RowChunks, indent: number): RowChunks {
  const moved = (row: Row): Row =>
    row.cells.slice(0, indent).every((cell) => cell === "")
      ? { ...row, cells: row.cells.slice(indent) }
      : row;
  const all = (rows: Row[]) => (indent === 0 ? rows : rows.map(moved));
  yield all(firstRows);
  for await (const chunk of rest) yield all(chunk);
}

/** Counts the rows that have more figures than a head or a summary. */
async function* countFigures(chunks: RowChunks, figures: { rows: number }): RowChunks {
  for await (const chunk of chunks) {
    figures.rows += chunk.filter(({ cells }) => cells.filter(isNumber).length > mostInSummary).length;
    yield chunk;
  }
}

/** Returns a row from its first filled cell on. */
function bare(row: Row): { row: Row; indent: number } {
  const indent = row.cells.findIndex((cell) => cell !== "");
  return indent > 0 ? { row: { ...row, cells: row.cells.slice(indent) }, indent } : { row, indent: 0 };
}

/**
 * @throws FileProblem for a terminal's own headings above rows without a valid time in its column: a spreadsheet
 * saved them in a local date format, which is ambiguous.
 */
function rejectOtherDates(rows: Row[]): void {
  const index = rows.findIndex((row) => isReportHeading(bare(row).row.cells));
  const [heading, first] = [rows[index], rows[index + 1]];
  if (!heading) return;
  if (!first) throw new FileProblem("importNothingFound");
  const at =
    bare(heading).indent + (headingKey(heading.cells.find((cell) => cell !== "") ?? "") === "ticket" ? 1 : 0);
  throw new FileProblem("importNotATime", placeOf(first, at), excerpt(first.cells[at] ?? ""));
}

const newHead = (): Head => ({
  isMt5: false,
  isMt4: false,
  hasPeriod: false,
  isCalledTest: false,
  isCalledOptimisation: false,
});

/**
 * Reads the rows of a page, a workbook's sheet or a delimited file as the report that their shape shows: a MetaTrader
 * 4 statement, a MetaTrader 5 history, or a list, which begins with its heading row.
 *
 * @param onKind is called with the kind before the rows are read.
 * @returns null if nothing is recognized.
 * @throws FileProblem for a report of the strategy tester, in any language, because it did not happen on an account.
 */
export async function readReport(
  chunks: RowChunks,
  clock: Clock,
  onKind: (kind: ReportKind) => void = () => {},
): Promise<Statement | null> {
  const firstRows: Row[] = [];
  const head = newHead();
  let kind: ReportKind | undefined;
  let [from, indent] = [0, 0];
  for (;;) {
    const { value, done } = await chunks.next();
    if (done) break;
    for (const [index, row] of value.entries()) {
      const trimmed = bare(row);
      learn(head, trimmed.row, firstRows.length);
      firstRows.push(row);
      kind = kindOf(trimmed.row, head, firstRows.length - 1);
      if (!kind) continue;
      [from, indent] = [firstRows.length - 1, trimmed.indent];
      firstRows.push(...value.slice(index + 1));
      break;
    }
    if (kind || firstRows.length > headRows) break;
  }
  kind ??= kindWithoutRows(head);
  if (kind === "test" || kind === "optimisation")
    throw new FileProblem(
      kind === "optimisation" || head.isCalledOptimisation ? "importOptimisation" : "importTesterReport",
    );
  if (!kind) {
    rejectOtherDates(firstRows);
    for (const row of firstRows.slice(0, listRows)) rejectOtherLists(row.cells);
    return null;
  }
  onKind(kind);
  while (firstRows.length - from < markRows) {
    const { value, done } = await chunks.next();
    if (done) break;
    firstRows.push(...value);
  }
  const mark = markOfCells(firstRows.slice(from, from + markRows).flatMap(({ cells }) => cells));
  if (kind !== "mt4" && kind !== "mt5")
    return readList(
      kind,
      after(firstRows.slice(from), chunks, indent),
      clock,
      mark,
      firstRows.slice(0, from),
    );
  const figures = { rows: 0 };
  const pointed = withPoints(countFigures(after(firstRows, chunks, indent), figures), mark);
  const read = kind === "mt4" ? readMt4Statement : readMt5Report;
  const statement = await read(pointed, clock);
  if (isEmptyOf(statement) && statement.left.open + statement.left.cancelled === 0 && figures.rows > 1)
    throw new FileProblem("importRowsNotRead", {}, String(figures.rows));
  return statement;
}
