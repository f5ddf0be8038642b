import type { Clock, FileZone } from "./clock";
import { clockOf } from "./clock";
import { csvRows } from "./csv-rows";
import { detectMarkup, detectText, isArchive, markOf } from "./detect";
import { readCTrader } from "./formats/ctrader";
import { readFxBlue } from "./formats/fx-blue";
import { readMql5Signal } from "./formats/mql5-signal";
import { readMt5Deals } from "./formats/mt5-deals";
import { readMyfxbook } from "./formats/myfxbook";
import { readReport } from "./formats/report";
import { htmlRows } from "./html-rows";
import { importLimits } from "./limits";
import { FileProblem } from "./problem";
import type { Tell } from "./progress";
import { spreadsheetRows } from "./spreadsheet-rows";
import type { Statement } from "./statement";
import { decodeChunks, decodeText, headOf } from "./text";
import { xlsxRows } from "./xlsx-rows";

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
  if (statement.trades.length === 0 && statement.operations.length === 0)
    throw new FileProblem("importNothingFound");
  return statement;
}

async function read(bytes: Uint8Array, clock: Clock, tell: Tell): Promise<Statement> {
  if (isArchive(bytes)) return readReport(xlsxRows(bytes, tell), clock);
  const head = headOf(bytes);
  const markup = detectMarkup(head);
  if (markup === "spreadsheet") return readReport(spreadsheetRows(decodeChunks(bytes)), clock);
  if (markup === "page") return readReport(htmlRows(decodeChunks(bytes), bytes.length, tell), clock);
  const text = decodeText(bytes);
  if (text.trim() === "") throw new FileProblem("importEmpty");
  const detected = detectText(text);
  if (!detected) throw new FileProblem("importUnknownFormat");
  const { format, delimiter, from } = detected;
  const rows = csvRows(text, tell, delimiter, from);
  const mark = markOf(text, delimiter);
  if (format === "myfxbook") return readMyfxbook(rows, clock);
  if (format === "fx-blue") return readFxBlue(rows, clock);
  if (format === "ctrader") return readCTrader(rows, clock, mark);
  return format === "mql5-signal" ? readMql5Signal(rows, clock, mark) : readMt5Deals(rows, clock, mark);
}
