import { Unzip, UnzipInflate } from "fflate";
import readExcelFile from "read-excel-file/universal";
import { importLimits } from "./limits";
import { FileProblem } from "./problem";
import type { Tell } from "./progress";
import type { Row, RowPieces } from "./rows";
import { breathe, isEmpty, rowCounter } from "./rows";

const pieceSize = 1000;
const cellAddress = /\br="([A-Z]{1,4})(\d{1,8})"/g;

function checkSheet(xml: string): void {
  if (/<f[\s>/]/.test(xml)) throw new FileProblem("importFormula");
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw new FileProblem("importBroken");
  cellAddress.lastIndex = 0;
  for (let match = cellAddress.exec(xml); match; match = cellAddress.exec(xml)) {
    const column = [...(match[1] ?? "")].reduce(
      (number, letter) => number * 26 + letter.charCodeAt(0) - 64,
      0,
    );
    if (column > importLimits.cells) throw new FileProblem("importLineTooLong", { line: Number(match[2]) });
    if (Number(match[2]) > importLimits.rows)
      throw new FileProblem("importTooManyRows", {}, String(importLimits.rows));
  }
}

/**
 * Unpacks the archive once only to look: what its entries say of their size is not believed, what comes out is counted.
 * Formulas, entity definitions and cells far outside any report are found here, before the workbook is built in memory.
 */
async function inspect(bytes: Uint8Array): Promise<void> {
  let unpacked = 0;
  let entries = 0;
  let problem: FileProblem | undefined;
  const decoder = new TextDecoder();
  const unzip = new Unzip((entry) => {
    entries += 1;
    if (entries > importLimits.archiveEntries) problem ??= new FileProblem("importUnpacksTooLarge");
    const isSheet = /^xl\/(worksheets|sharedStrings)/.test(entry.name);
    let tail = "";
    entry.ondata = (error, chunk) => {
      if (error) problem ??= new FileProblem("importBroken");
      if (problem || error) return;
      unpacked += chunk.length;
      if (unpacked > importLimits.unpackedBytes) {
        problem = new FileProblem(
          "importUnpacksTooLarge",
          {},
          String(importLimits.unpackedBytes / 1024 / 1024),
        );
        entry.terminate();
      } else if (isSheet) {
        const text = tail + decoder.decode(chunk);
        try {
          checkSheet(text);
        } catch (found) {
          problem = found as FileProblem;
        }
        tail = text.slice(-64);
      }
    };
    if (!problem) entry.start();
  });
  unzip.register(UnzipInflate);
  const step = 64 * 1024;
  try {
    for (let from = 0; from < bytes.length && !problem; from += step) {
      unzip.push(bytes.subarray(from, from + step), from + step >= bytes.length);
      await breathe();
    }
  } catch {
    problem ??= new FileProblem("importBroken");
  }
  if (problem) throw problem;
}

/** Excel's own binary doubles (`1.1000000000000001`) as the shortest number that means the same. */
const shortest = (text: string) =>
  /[eE]/.test(text) || text.replace(/\D/g, "").length > 15 ? String(Number(text)) : text;

function cellText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return value.toISOString().slice(0, 19).replace("T", " ");
  return String(value)
    .replace(/[\s\u00a0]+/g, " ")
    .trim();
}

/** The rows of a workbook's first sheet, numbers as the file writes them. */
export async function* xlsxRows(bytes: Uint8Array, tell: Tell): RowPieces {
  await inspect(bytes);
  let data: unknown[][];
  try {
    const [sheet] = await readExcelFile(new Blob([new Uint8Array(bytes)]), { parseNumber: shortest });
    data = sheet?.data ?? [];
  } catch {
    throw new FileProblem("importBroken");
  }
  const count = rowCounter();
  for (let from = 0; from < data.length; from += pieceSize) {
    const rows: Row[] = data
      .slice(from, from + pieceSize)
      .map((values, index) => ({ line: from + index + 1, cells: values.map(cellText) }))
      .filter((row) => !isEmpty(row));
    for (const row of rows) count(row);
    yield rows;
    await tell(from / data.length);
    await breathe();
  }
}
