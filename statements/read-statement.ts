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
import { readBook } from "./read-book";
import type { Row } from "./rows";
import { spreadsheetRows } from "./spreadsheet-rows";
import type { Statement } from "./statement";
import { isEmptyOf } from "./statement";
import { decodeChunks, decodeText, headOf } from "./text";

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

async function read(bytes: Uint8Array, clock: Clock, tell: Tell): Promise<Statement> {
  const known = isArchive(bytes) ? await readBook(bytes, clock, tell) : await readText(bytes, clock, tell);
  if (!known) throw new FileProblem("importUnknownFormat");
  return known;
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
  if (format !== "report" && format !== "whole") {
    const head: Row[] = [];
    for await (const piece of csvRows(text.slice(0, from), async () => {}, delimiter)) head.push(...piece);
    return readList(format, rows, clock, mark, head);
  }
  const pointed = withPoints(rows, mark);
  return readReport(format === "whole" ? withSummary(pointed) : pointed, clock);
}
