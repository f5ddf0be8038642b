import type { Parser } from "htmlparser2";
import type { Clock, FileZone } from "./clock";
import { clockOf } from "./clock";
import { csvRows, withPoints, withSummary } from "./csv-rows";
import { markOf } from "./decimal-mark";
import { detectMarkup, detectText, isArchive } from "./detect";
import { joinCash } from "./formats/cash-list";
import { isActivity, isFlexQuery, readActivity, readFlexQuery } from "./formats/ibkr-files";
import { readList } from "./formats/lists";
import { readReport } from "./formats/report";
import { htmlRows } from "./html-rows";
import { importLimits } from "./limits";
import type { ProblemCode } from "./problem";
import { FileProblem } from "./problem";
import type { ReportProgress } from "./progress";
import type { Row, RowChunks } from "./rows";
import { breathe, rowCounter } from "./rows";
import type { Statement } from "./statement";
import { isEmptyOf, note, setReversedApart } from "./statement";
import { decodeChunks, decodeText, headOf } from "./text";
import { xlsxSheets } from "./xlsx-rows";
import { clean, xmlParser } from "./xml-rows";

/** First bytes of files that people upload by mistake; ZIP archives are checked elsewhere. */
const beginnings: readonly [ProblemCode, number[]][] = [
  ["importPdf", [0x25, 0x50, 0x44, 0x46]],
  ["importOldWorkbook", [0xd0, 0xcf, 0x11, 0xe0]],
  ["importPacked", [0x1f, 0x8b]],
  ["importPacked", [0x52, 0x61, 0x72, 0x21]],
  ["importPacked", [0x37, 0x7a, 0xbc, 0xaf]],
  ["importPicture", [0x89, 0x50, 0x4e, 0x47]],
  ["importPicture", [0xff, 0xd8, 0xff]],
  ["importPicture", [0x47, 0x49, 0x46, 0x38]],
];

/** @throws FileProblem with advice, for a file of a kind that has no rows, or has them inside another file. */
function rejectOtherKinds(bytes: Uint8Array): void {
  const known = beginnings.find(([, start]) => start.every((byte, index) => bytes[index] === byte));
  if (known) throw new FileProblem(known[0]);
}

/** @throws FileProblem for an email, and for a page saved by a browser with all its resources (`.mht`). */
function rejectEmails(head: string): void {
  if (/^MIME-Version:/im.test(head.slice(0, 4_096)) && /^[\w-]+:/.test(head))
    throw new FileProblem("importMailPage");
}

/**
 * Reads an uploaded history, regardless of its file name. It keeps the thread busy for the whole file, so a server
 * runs it in a separate thread (`read-in-worker.ts`).
 *
 * @param zone of the clock that wrote the file; a zone stated in the file takes precedence.
 * @param reportProgress receives the progress.
 * @throws FileProblem, with line and column if possible; nothing of the file is used then.
 */
export async function readStatement(
  bytes: Uint8Array,
  zone: FileZone,
  reportProgress: ReportProgress = async () => {},
): Promise<Statement> {
  if (bytes.length === 0) throw new FileProblem("importEmpty");
  if (bytes.length > importLimits.bytes)
    throw new FileProblem("importTooLarge", {}, String(importLimits.bytes / 1024 / 1024));
  const statement = await read(bytes, clockOf(zone), reportProgress);
  setReversedApart(statement);
  if (isEmptyOf(statement)) throw new FileProblem("importNothingFound");
  return statement;
}

async function read(bytes: Uint8Array, clock: Clock, reportProgress: ReportProgress): Promise<Statement> {
  const known = isArchive(bytes)
    ? await readBook(bytes, clock, reportProgress)
    : await readText(bytes, clock, reportProgress);
  if (!known) throw new FileProblem("importUnknownFormat");
  return known;
}

async function readText(
  bytes: Uint8Array,
  clock: Clock,
  reportProgress: ReportProgress,
): Promise<Statement | null> {
  rejectOtherKinds(bytes);
  const head = headOf(bytes);
  rejectEmails(head);
  if (isFlexQuery(head)) return readFlexQuery(decodeText(bytes), clock);
  if (isActivity(head)) return readActivity(csvRows(decodeText(bytes), reportProgress, ","), clock);
  const markup = detectMarkup(head);
  if (markup === "spreadsheet") return readReport(spreadsheetRows(decodeChunks(bytes)), clock);
  if (markup === "page")
    return readReport(htmlRows(decodeChunks(bytes), bytes.length, reportProgress), clock);
  const text = decodeText(bytes);
  if (text.trim() === "") throw new FileProblem("importEmpty");
  const detected = detectText(text);
  if (!detected) return null;
  const { format, delimiter, from } = detected;
  const rows = csvRows(text, reportProgress, delimiter, from);
  const mark = markOf(text, delimiter);
  if (format !== "report" && format !== "whole") {
    const head: Row[] = [];
    for await (const chunk of csvRows(text.slice(0, from), async () => {}, delimiter)) head.push(...chunk);
    return readList(format, rows, clock, mark, head);
  }
  const pointed = withPoints(rows, mark);
  return readReport(format === "whole" ? withSummary(pointed) : pointed, clock);
}

/**
 * Yields the rows of a SpreadsheetML file (Excel 2003's XML), in which the strategy tester exports its optimisations;
 * each sheet's name is a row.
 */
async function* spreadsheetRows(chunks: Iterable<string>): RowChunks {
  const rows: Row[] = [];
  const parser = spreadsheetParser(rows);
  for (const chunk of chunks) {
    parser.write(chunk);
    yield rows.splice(0);
    await breathe();
  }
}

function spreadsheetParser(rows: Row[]): Parser {
  const count = rowCounter();
  let line = 0;
  let cells: string[] = [];
  let [value, inData] = ["", false];
  return xmlParser({
    open(name, attributes) {
      if (name === "Worksheet") rows.push({ line: 1, cells: [attributes["ss:Name"] ?? ""] });
      else if (name === "Row") {
        line = Number(attributes["ss:Index"]) || line + 1;
        cells = [];
      } else if (name === "Cell") {
        const index = Number(attributes["ss:Index"]) || cells.length + 1;
        if (index > importLimits.cells) throw new FileProblem("importLineTooLong", { line });
        while (cells.length < index - 1) cells.push("");
        value = "";
      } else if (name === "Data") inData = true;
    },
    close(name) {
      if (name === "Data") inData = false;
      else if (name === "Cell") cells.push(clean(value).replace(/^(\d{4}-\d\d-\d\d)T([\d:]{8}).*$/, "$1 $2"));
      else if (name === "Row") {
        const row: Row = { line, cells };
        count(row);
        rows.push(row);
      }
    },
    text(text) {
      if (inData && value.length < importLimits.lineLength) value += text;
    },
  });
}

/**
 * Returns the first sheet of a workbook that has a history, joined with the cash operations of another sheet; other
 * lists may come before it. Counts further sheets with a history in a note, so all sheets are read.
 */
async function readBook(
  bytes: Uint8Array,
  clock: Clock,
  reportProgress: ReportProgress,
): Promise<Statement | null> {
  let history: Statement | null = null;
  let cash: Statement | null = null;
  let empty: Statement | null = null;
  let problem: FileProblem | undefined;
  let furtherSheets = 0;
  for await (const rows of xlsxSheets(bytes, reportProgress)) {
    const sheet = await readSheet(rows, clock);
    const { statement, isCash } = sheet;
    if (sheet.problem) {
      if (!ofOneSheet.has(sheet.problem.code) && (isCash || !history)) throw sheet.problem;
      problem ??= sheet.problem;
    } else if (statement && isCash && !cash) cash = statement;
    else if (!statement || isEmptyOf(statement)) empty ??= statement;
    else if (history) furtherSheets += 1;
    else history = statement;
  }
  if (!history && cash && empty?.format === "trade-list") history = empty;
  if (history && cash && !joinCash(history, cash)) furtherSheets += 1;
  const read = history ?? cash;
  if (read) note(read, "otherSheets", null, furtherSheets);
  if (!read && problem) throw problem;
  return read ?? empty;
}

/** Problems of a single sheet: another sheet of the workbook may have the history. */
const ofOneSheet: ReadonlySet<ProblemCode> = new Set(["importSingleOrders", "importRowsNotRead"]);

/** Reads a sheet as if it were imported alone, or returns the problem. */
async function readSheet(rows: RowChunks, clock: Clock) {
  let isCash = false;
  try {
    const statement = await readReport(rows, clock, (kind) => {
      isCash = kind === "cash-list";
    });
    return { statement, isCash, problem: null };
  } catch (problem) {
    if (problem instanceof FileProblem) return { statement: null, isCash, problem };
    throw problem;
  }
}
