import Papa from "papaparse";
import { labelled } from "./columns";
import { importLimits } from "./limits";
import { excerpt, FileProblem } from "./problem";
import type { ReportProgress } from "./progress";
import type { Row, RowChunks } from "./rows";
import { breathe, isEmpty, rowCounter } from "./rows";
import type { DecimalMark } from "./values";
import { isTime } from "./values";

const rowsPerChunk = 1000;

function checkLines(text: string): void {
  let line = 1;
  for (let from = 0; from < text.length; line += 1) {
    const end = text.indexOf("\n", from);
    const length = (end === -1 ? text.length : end) - from;
    if (length > importLimits.lineLength)
      throw new FileProblem("importLineTooLong", { line }, String(importLimits.lineLength));
    if (end === -1) return;
    from = end + 1;
  }
}

/**
 * Yields the rows of a delimited file, parsed by PapaParse a thousand at a time. Line numbers match an editor's,
 * including quoted line breaks. Empty lines are skipped; a cell that a spreadsheet would run as a formula is
 * rejected. `start` is the offset of the heading line.
 */
export async function* csvRows(
  text: string,
  reportProgress: ReportProgress,
  delimiter: string,
  start = 0,
): RowChunks {
  checkLines(text);
  const count = rowCounter();
  let line = text.slice(0, start).split("\n").length;
  for (let from = start; from < text.length; ) {
    const { data, errors, meta } = Papa.parse<string[]>(text.slice(from), {
      delimiter,
      newline: "\n",
      preview: rowsPerChunk,
      fastMode: false,
    });
    const rows: Row[] = [];
    const broken = errors.find((error) => error.type === "Quotes");
    for (const [index, values] of data.entries()) {
      const row: Row = { line, cells: values.map((cell) => cell.trim()) };
      if (broken && broken.row === index) throw new FileProblem("importUnclosedQuote", { line });
      line += 1 + values.reduce((breaks, cell) => breaks + cell.split("\n").length - 1, 0);
      if (isEmpty(row)) continue;
      const formula = row.cells.findIndex((cell) => cell.startsWith("="));
      if (formula >= 0)
        throw new FileProblem(
          "importFormula",
          { line: row.line, column: formula + 1 },
          excerpt(row.cells[formula] ?? ""),
        );
      if (row.cells.length > importLimits.cells)
        throw new FileProblem("importLineTooLong", { line: row.line });
      count(row);
      rows.push(row);
    }
    yield rows;
    if (!meta.truncated) return;
    from += meta.cursor;
    await reportProgress(from / text.length);
    await breathe();
  }
}

/** No number is longer; the limit bounds the cost of checking a cell. */
const figureLength = 64;
const commaNumber = /^[-+\u2212\d\s.,/()%]*\d,\d[\d\s.,/()%]*$/;
/**
 * Ambiguous for the file's decimal mark: a thousand or a fraction. A suffix makes number parsing fail on such a cell.
 */
const eitherNumber = { ",": /^[-+\u2212]?[1-9]\d{0,2}\.\d{3}$/, "?": /^[-+\u2212]?[1-9]\d{0,2}[.,]\d{3}$/ };

/** Restores the terminal's decimal points in a report in which a spreadsheet wrote decimal commas (`0,10 / 0,10`). */
export async function* withPoints(chunks: RowChunks, mark: DecimalMark): RowChunks {
  const pointed = (cell: string) => {
    if (mark === "." || cell.length > figureLength) return cell;
    if (eitherNumber[mark].test(cell)) return `${cell} (?)`;
    return mark === "," && commaNumber.test(cell) ? cell.replaceAll(".", "").replaceAll(",", ".") : cell;
  };
  for await (const chunk of chunks)
    yield mark === "." ? chunk : chunk.map((row) => ({ ...row, cells: row.cells.map(pointed) }));
}

/**
 * Passes on the rows of a complete report, which must end with its summary.
 *
 * @throws FileProblem after the last row if no labels with figures followed the tables: the file was cut off.
 */
export async function* withSummary(chunks: RowChunks): RowChunks {
  let [isQuoted, line] = [false, 1];
  for await (const chunk of chunks) {
    for (const row of chunk) {
      line = row.line;
      if (row.cells.slice(0, 2).some(isTime)) isQuoted = false;
      else isQuoted ||= labelled(row).length > 0;
    }
    yield chunk;
  }
  if (!isQuoted) throw new FileProblem("importCutOff", { line });
}
