import type { Clock, FileZone } from "./clock";
import { clockOf } from "./clock";
import { csvRows } from "./csv-rows";
import { detectText, isArchive, markOf } from "./detect";
import { readFxBlue } from "./formats/fx-blue";
import { readMql5Signal } from "./formats/mql5-signal";
import { readMt4Statement } from "./formats/mt4-statement";
import { readMt5Deals } from "./formats/mt5-deals";
import { readMt5Report } from "./formats/mt5-report";
import { readMyfxbook } from "./formats/myfxbook";
import { htmlRows } from "./html-rows";
import { importLimits } from "./limits";
import { FileProblem } from "./problem";
import type { Tell } from "./progress";
import type { Statement } from "./statement";
import { decodeText } from "./text";
import { xlsxRows } from "./xlsx-rows";

/**
 * Reads an uploaded history, whatever its name says it is.
 *
 * @param zone of the clock that wrote the file: statements name none.
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
  if (isArchive(bytes)) return readMt5Report(xlsxRows(bytes, tell), clock);
  const text = decodeText(bytes);
  if (text.trim() === "") throw new FileProblem("importEmpty");
  const detected = detectText(text);
  if (!detected) throw new FileProblem("importUnknownFormat");
  if (detected.kind === "html") {
    return detected.format === "mt4-statement"
      ? readMt4Statement(htmlRows(text, tell), clock)
      : readMt5Report(htmlRows(text, tell), clock);
  }
  const { format, delimiter, from } = detected;
  const rows = csvRows(text, tell, delimiter, from);
  const mark = markOf(text, delimiter);
  if (format === "myfxbook") return readMyfxbook(rows, clock);
  if (format === "fx-blue") return readFxBlue(rows, clock);
  return format === "mql5-signal" ? readMql5Signal(rows, clock, mark) : readMt5Deals(rows, clock, mark);
}
