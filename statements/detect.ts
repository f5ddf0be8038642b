import { headingKey } from "./columns";
import type { ListFormat } from "./formats/lists";
import { listFormatOf, rejectOtherLists } from "./formats/lists";
import { importLimits } from "./limits";

/**
 * A delimited file: a list that begins at `from`, or a terminal's tables one after the other. `whole` is a report
 * with its head, so its end is checked too.
 */
export type Detected = { format: ListFormat | "report" | "whole"; delimiter: string; from: number };

/** An .xlsx is a ZIP archive; the file name is not reliable. */
export const isArchive = (bytes: Uint8Array) =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;

const markup = /<(!doctype html|html|table|head|body)[\s>]/i;

/** Returns whether a file is an HTML page, an Excel 2003 workbook (XML) or neither, by its first characters. */
export function detectMarkup(head: string): "page" | "spreadsheet" | undefined {
  if (/urn:schemas-microsoft-com:office:spreadsheet/.test(head)) return "spreadsheet";
  // the head of an HTML page may be long; further down in a plain text, a tag may be part of a comment
  return markup.test(/^\s*</.test(head) ? head : head.slice(0, 4_096)) ? "page" : undefined;
}

const delimiters = ["\t", ";", ","];

/**
 * The line of a report's head with the account, the same in every language: `7001 (USD, Broker-Live, …)`, or
 * MetaTrader 4's first banner.
 */
const reportLine = /\b\d\w*\s*\([A-Z]{3,5},[^)]*\)|closed transactions:/i;

/**
 * Returns whether cells are headings of a terminal's own tables: MetaTrader 5's positions, with time and price twice,
 * or MetaTrader 4's orders.
 */
export function isReportHeading(cells: string[]): boolean {
  const keys = cells.map(headingKey);
  const [first = "", price = ""] = [keys[0], keys[5]];
  const areWords = /^\p{L}/u.test(first) && /^\p{L}/u.test(price);
  if (keys.length >= 13 && areWords && keys[8] === first && keys[9] === price) return true;
  const has = (name: string) => keys.includes(name);
  return (
    has("ticket") && has("opentime") && has("closetime") && keys.filter((key) => key === "price").length === 2
  );
}

/** Number of lines searched for headings, since some exports begin with much account data. */
const headLines = 60;

function* linesOf(text: string): Generator<{ from: number; line: string }> {
  for (let [from, count] = [0, 0]; count < headLines && from < text.length; count += 1) {
    const end = text.indexOf("\n", from);
    const whole = end === -1 ? text.length : end;
    yield { from, line: text.slice(from, Math.min(whole, from + importLimits.lineLength)) };
    if (end === -1) return;
    from = end + 1;
  }
}

/** Returns the most frequent delimiter in a file's first lines. */
function usualDelimiter(text: string): string {
  const head = [...linesOf(text)].map(({ line }) => line).join("\n");
  const [most = ","] = delimiters.toSorted((a, b) => head.split(b).length - head.split(a).length);
  return most;
}

const cellsOf = (line: string, delimiter: string) =>
  line.split(delimiter).map((cell) => cell.replaceAll('"', "").trim());

/**
 * Detects a delimited file's format by its content: one of the first lines, split by a tab, a semicolon or a comma,
 * has the headings of a known export.
 *
 * @throws FileProblem if the headings are those of another known file.
 */
export function detectText(text: string): Detected | undefined {
  for (const { from, line } of linesOf(text)) {
    if (reportLine.test(line)) return { format: "whole", delimiter: usualDelimiter(text), from: 0 };
    for (const delimiter of delimiters) {
      const cells = cellsOf(line, delimiter);
      if (isReportHeading(cells)) return { format: "report", delimiter, from: 0 };
      const format = listFormatOf(cells);
      if (format) return { format, delimiter, from };
    }
  }
  for (const { line } of linesOf(text))
    for (const delimiter of delimiters) rejectOtherLists(cellsOf(line, delimiter));
  return undefined;
}
