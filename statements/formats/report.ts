import type { Clock } from "#statements/clock";
import { headingKey } from "#statements/columns";
import { withPoints } from "#statements/csv-rows";
import { markOfCells } from "#statements/decimal-mark";
import { isReportHeading } from "#statements/detect";
import { excerpt, FileProblem } from "#statements/problem";
import type { Row, RowPieces } from "#statements/rows";
import { place } from "#statements/rows";
import type { Statement } from "#statements/statement";
import { isEmptyOf } from "#statements/statement";
import { isNumber, isTime } from "#statements/values";
import { isCTraderHeading } from "./ctrader-columns";
import type { ListFormat } from "./lists";
import { listFormatOf, readList, refuseOtherLists } from "./lists";
import { readMt4Statement } from "./mt4-statement";
import { accountIn } from "./mt5-account";
import { mailedTable } from "./mt5-mailed";
import { isTerminalsDeals } from "./mt5-places";
import { readMt5Report } from "./mt5-report";

/** Rows that are looked at before it is known what they are: a tester's report lists every input of its program first. */
const headRows = 5_000;
/** Rows among which the headings of a list stand; cTrader's may follow other tables. */
const listRows = 100;
/** Rows of a history by which the mark of its fractions is told. */
const markRows = 500;
/** Rows in which a report says what it is. */
const titleRows = 6;
/** Numbers in a row of a summary; a trade has more. */
const mostInSummary = 4;

/** A tested period, in every language: `M15 (2026.01.01 - 2026.05.27)`. */
const testedPeriod = /\(\d{4}\.\d{2}\.\d{2}\s*[-–—]\s*\d{4}\.\d{2}\.\d{2}\)/;
const testerWords =
  /tester|тестер|тестир|strategietest|probador|prueba de estrateg|testeur|testador|test cihaz|策略[测測]|ストラテジ|전략\s*테스|teszter|pengujian strategi|kiểm tra chiến lược|optimi[sz]|оптимиз|最適化|优化|最佳化|최적화|optymaliz|optimaliz/i;
const optimisationWords = /optimi[sz]|оптимиз|最適化|优化|最佳化|최적화|optymaliz|optimaliz/i;

const isMt5Account = (row: Row) => row.cells.some((cell) => accountIn(cell) !== null);
/** `Account: 7001`, `Name: …` in cells of one row, whatever the words. */
const isMt4Account = (row: Row) =>
  row.cells.length >= 2 &&
  /^[^:：]{1,40}[:：]\s*\d{2,}$/.test(row.cells[0] ?? "") &&
  /[:：]/.test(row.cells[1] ?? "");
const isMt4Banner = (row: Row) => /^closed transactions:$/i.test(row.cells[0] ?? "");

export type ReportKind = "mt4" | "mt5" | ListFormat | "test" | "optimisation";

/** What the rows before the first one of a history told. */
type Head = {
  isMt5: boolean;
  isMt4: boolean;
  hasPeriod: boolean;
  isCalledTest: boolean;
  isCalledOptimisation: boolean;
};

/** Notes what a row of the head tells; names of tests stand in the first few, by themselves or with a label. */
function learn(head: Head, row: Row, index: number): void {
  head.isMt5 ||= isMt5Account(row);
  head.isMt4 ||= isMt4Account(row);
  head.hasPeriod ||= row.cells.some((cell) => testedPeriod.test(cell));
  if (index >= titleRows) return;
  head.isCalledOptimisation ||= row.cells.some((cell) => optimisationWords.test(cell));
  head.isCalledTest ||=
    row.cells.filter(Boolean).length <= 2 && row.cells.some((cell) => testerWords.test(cell));
}

/** A list in a page or a workbook begins with its headings. Those of a terminal's own deals and positions belong to its report. */
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

/** What one row tells of the report it stands in, given what its head told: a test has a period or a title, and no account. */
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
    // a test's list of orders is numbered; its fourth and fifth cells are an order and a size
    const isNumbered = /^\d+$/.test(cells[3] ?? "") && (cells[4] === undefined || isNumber(cells[4]));
    return isTested || (!isAccount && isNumbered && cells.length <= 10) ? "test" : "mt4";
  }
  if (isTime(cells[0] ?? "") && /^\d+$/.test(cells[1] ?? "") && cells.length >= 6)
    return isTested || (!isAccount && isCalledTest) ? "test" : "mt5";
  if (isTested && /^\d+$/.test(cells[0] ?? "") && cells.length >= 6 && /=.*;/.test(title ?? ""))
    return "optimisation";
  return undefined;
}

/** What a file is that has no row of any history: an empty statement, or a test that never traded. */
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

/** Tables may stand some columns to the right: what is empty there in every row is left out. */
async function* after(seen: Row[], rest: RowPieces, indent: number): RowPieces {
  const moved = (row: Row): Row =>
    row.cells.slice(0, indent).every((cell) => cell === "")
      ? { ...row, cells: row.cells.slice(indent) }
      : row;
  const all = (rows: Row[]) => (indent === 0 ? rows : rows.map(moved));
  yield all(seen);
  for await (const piece of rest) yield all(piece);
}

/** Counts the rows that hold more figures than a head or a summary does. */
async function* countFigures(pieces: RowPieces, figures: { rows: number }): RowPieces {
  for await (const piece of pieces) {
    figures.rows += piece.filter(({ cells }) => cells.filter(isNumber).length > mostInSummary).length;
    yield piece;
  }
}

/** A row from its first filled cell on. */
function bare(row: Row): { row: Row; indent: number } {
  const indent = row.cells.findIndex((cell) => cell !== "");
  return indent > 0 ? { row: { ...row, cells: row.cells.slice(indent) }, indent } : { row, indent: 0 };
}

/**
 * @throws FileProblem for a terminal's own headings above rows that have no time where it stands: a spreadsheet saved them as its
 *   country writes dates, which may be read in two ways.
 */
function refuseOtherDates(rows: Row[]): void {
  const index = rows.findIndex((row) => isReportHeading(bare(row).row.cells));
  const [heading, first] = [rows[index], rows[index + 1]];
  if (!heading) return;
  if (!first) throw new FileProblem("importNothingFound");
  const at =
    bare(heading).indent + (headingKey(heading.cells.find((cell) => cell !== "") ?? "") === "ticket" ? 1 : 0);
  throw new FileProblem("importNotATime", place(first, at), excerpt(first.cells[at] ?? ""));
}

const newHead = (): Head => ({
  isMt5: false,
  isMt4: false,
  hasPeriod: false,
  isCalledTest: false,
  isCalledOptimisation: false,
});

/**
 * Reads the rows of a page, a workbook's sheet or a delimited file as whatever report they are, told by their shape: a statement of
 * MetaTrader 4, a history of MetaTrader 5, or a list, whose row of headings is the first that counts.
 *
 * @param known is told what they are before they are read.
 * @returns null where nothing in them is known.
 * @throws FileProblem for a report of the strategy tester, in any language: nothing of it happened on an account.
 */
export async function readReport(
  pieces: RowPieces,
  clock: Clock,
  known: (kind: ReportKind) => void = () => {},
): Promise<Statement | null> {
  const seen: Row[] = [];
  const head = newHead();
  let kind: ReportKind | undefined;
  let [from, indent] = [0, 0];
  for (;;) {
    const { value, done } = await pieces.next();
    if (done) break;
    for (const [index, row] of value.entries()) {
      const found = bare(row);
      learn(head, found.row, seen.length);
      seen.push(row);
      kind = kindOf(found.row, head, seen.length - 1);
      if (!kind) continue;
      [from, indent] = [seen.length - 1, found.indent];
      seen.push(...value.slice(index + 1));
      break;
    }
    if (kind || seen.length > headRows) break;
  }
  kind ??= kindWithoutRows(head);
  if (kind === "test" || kind === "optimisation")
    throw new FileProblem(
      kind === "optimisation" || head.isCalledOptimisation ? "importOptimisation" : "importTesterReport",
    );
  if (!kind) {
    refuseOtherDates(seen);
    for (const row of seen.slice(0, listRows)) refuseOtherLists(row.cells);
    return null;
  }
  known(kind);
  while (seen.length - from < markRows) {
    const { value, done } = await pieces.next();
    if (done) break;
    seen.push(...value);
  }
  const mark = markOfCells(seen.slice(from, from + markRows).flatMap(({ cells }) => cells));
  if (kind !== "mt4" && kind !== "mt5")
    return readList(kind, after(seen.slice(from), pieces, indent), clock, mark, seen.slice(0, from));
  const figures = { rows: 0 };
  const pointed = withPoints(countFigures(after(seen, pieces, indent), figures), mark);
  const read = kind === "mt4" ? readMt4Statement : readMt5Report;
  const statement = await read(pointed, clock);
  if (isEmptyOf(statement) && statement.left.open + statement.left.cancelled === 0 && figures.rows > 1)
    throw new FileProblem("importRowsNotRead", {}, String(figures.rows));
  return statement;
}
