import { headingKey } from "./columns";
import type { ListFormat } from "./formats/lists";
import { listFormatOf, refuseOtherLists } from "./formats/lists";
import { importLimits } from "./limits";

/**
 * A delimited file: a list that begins at `from`, or a terminal's tables one below the other. `whole` is a report with its head, which
 * has an end, too.
 */
export type Detected = { format: ListFormat | "report" | "whole"; delimiter: string; from: number };

/** An .xlsx is a ZIP archive; a name tells nothing. */
export const isArchive = (bytes: Uint8Array) =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;

const markup = /<(!doctype html|html|table|head|body)[\s>]/i;

/** A page with tables, a workbook of Excel 2003 (XML), or neither; by its first letters. */
export function detectMarkup(head: string): "page" | "spreadsheet" | undefined {
  if (/urn:schemas-microsoft-com:office:spreadsheet/.test(head)) return "spreadsheet";
  // what begins as a page may have a long head; in the midst of a text a tag is one of a comment
  return markup.test(/^\s*</.test(head) ? head : head.slice(0, 4_096)) ? "page" : undefined;
}

const delimiters = ["\t", ";", ","];

/** The line of a report's head that names its account in every language: `7001 (USD, Broker-Live, …)`, or MetaTrader 4's first banner. */
const reportLine = /\b\d\w*\s*\([A-Z]{3,5},[^)]*\)|closed transactions:/i;

/** Headings of a terminal's own tables: MetaTrader 5's positions, whose times and prices stand twice, and MetaTrader 4's orders. */
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

/** Lines among which headings are looked for: some exports say a lot about their account first. */
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

/** The delimiter that stands most often in a file's first lines. */
function usualDelimiter(text: string): string {
  const head = [...linesOf(text)].map(({ line }) => line).join("\n");
  const [most = ","] = delimiters.toSorted((a, b) => head.split(b).length - head.split(a).length);
  return most;
}

const cellsOf = (line: string, delimiter: string) =>
  line.split(delimiter).map((cell) => cell.replaceAll('"', "").trim());

/**
 * Tells a delimited file's format by its content: a line among the first whose cells, parted by a tab, a semicolon or a comma, are the
 * headings of a known export.
 *
 * @throws FileProblem where the headings are those of something else that is known.
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
    for (const delimiter of delimiters) refuseOtherLists(cellsOf(line, delimiter));
  return undefined;
}
