import type { Clock, FileZone } from "./clock";
import { clockOf } from "./clock";
import { csvRows, withPoints, withSummary } from "./csv-rows";
import { markOf } from "./decimal-mark";
import { detectMarkup, detectText, isArchive } from "./detect";
import { refuseLetters, refuseOtherKinds } from "./file-kind";
import { readList } from "./formats/lists";
import { readReport } from "./formats/report";
import { htmlRows } from "./html-rows";
import { importLimits } from "./limits";
import { FileProblem } from "./problem";
import type { Tell } from "./progress";
import type { RowPieces } from "./rows";
import { spreadsheetRows } from "./spreadsheet-rows";
import type { Statement } from "./statement";
import { note } from "./statement";
import { decodeChunks, decodeText, headOf } from "./text";
import { xlsxSheets } from "./xlsx-rows";

/**
 * Reads an uploaded history, whatever its name says it is. It works through the whole file at once: where others wait, it runs in a
 * thread of its own (`read-apart.ts`).
 *
 * @param zone of the clock that wrote the file; a file that names its own is read by that.
 * @param tell is told how much of it is read.
 * @throws FileProblem, naming line and column where it can; then nothing of the file is used.
 */
export async function readStatement(
  bytes: Uint8Array,
  zone: FileZone,
  tell: Tell = async () => {},
): Promise<Statement> {
  if (bytes.length === 0) throw new FileProblem("importEmpty");
  if (bytes.length > importLimits.bytes)
    throw new FileProblem("importTooLarge", {}, String(importLimits.bytes / 1024 / 1024));
  const statement = await read(bytes, clockOf(zone), tell);
  if (isEmptyOf(statement)) throw new FileProblem("importNothingFound");
  return statement;
}

const isEmptyOf = ({ trades, operations }: Statement) => trades.length === 0 && operations.length === 0;

async function read(bytes: Uint8Array, clock: Clock, tell: Tell): Promise<Statement> {
  const known = isArchive(bytes) ? await readBook(bytes, clock, tell) : await readText(bytes, clock, tell);
  if (!known) throw new FileProblem("importUnknownFormat");
  return known;
}

/**
 * The first sheet of a workbook in which there is some history; a list of something else may stand before it. What other sheets hold a
 * history is noted: they are read, as only that tells.
 */
async function readBook(bytes: Uint8Array, clock: Clock, tell: Tell): Promise<Statement | null> {
  let found: Statement | null = null;
  let empty: Statement | null = null;
  let problem: FileProblem | undefined;
  for await (const rows of xlsxSheets(bytes, tell)) {
    if (found) {
      if (await hasHistory(rows, clock)) note(found, "otherSheets");
      continue;
    }
    try {
      const statement = await readReport(rows, clock);
      if (statement && !isEmptyOf(statement)) found = statement;
      else empty ??= statement;
    } catch (error) {
      if (!(error instanceof FileProblem) || error.code !== "importSingleOrders") throw error;
      problem ??= error;
    }
  }
  if (found) return found;
  if (problem) throw problem;
  return empty;
}

/** Whether another sheet could be imported by itself; one that can't be read is none. */
async function hasHistory(rows: RowPieces, clock: Clock): Promise<boolean> {
  try {
    const statement = await readReport(rows, clock);
    return statement !== null && !isEmptyOf(statement);
  } catch (error) {
    if (error instanceof FileProblem) return false;
    throw error;
  }
}

async function readText(bytes: Uint8Array, clock: Clock, tell: Tell): Promise<Statement | null> {
  refuseOtherKinds(bytes);
  const head = headOf(bytes);
  refuseLetters(head);
  const markup = detectMarkup(head);
  if (markup === "spreadsheet") return readReport(spreadsheetRows(decodeChunks(bytes)), clock);
  if (markup === "page") return readReport(htmlRows(decodeChunks(bytes), bytes.length, tell), clock);
  const text = decodeText(bytes);
  if (text.trim() === "") throw new FileProblem("importEmpty");
  const detected = detectText(text);
  if (!detected) return null;
  const { format, delimiter, from } = detected;
  const rows = csvRows(text, tell, delimiter, from);
  const mark = markOf(text, delimiter);
  if (format !== "report" && format !== "whole") return readList(format, rows, clock, mark);
  const pointed = withPoints(rows, mark);
  return readReport(format === "whole" ? withSummary(pointed) : pointed, clock);
}
