import type { StatementFormat } from "#contract/monitoring/import";
import { headingKey } from "./columns";
import { isCTraderHeading } from "./formats/ctrader-columns";
import type { DecimalMark } from "./values";

export type Detected = { format: StatementFormat; delimiter: string; from: number };

/** An .xlsx is a ZIP archive; a name tells nothing. */
export const isArchive = (bytes: Uint8Array) =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;

function formatOf(cells: string[]): StatementFormat | undefined {
  const keys = cells.map(headingKey);
  const has = (...names: string[]) => names.every((name) => keys.includes(headingKey(name)));
  if (has("Open Date", "Close Date", "Symbol", "Action")) return "myfxbook";
  if (has("Type", "Symbol", "Lots", "Buy/sell")) return "fx-blue";
  if (
    has("Direction", "Deal") ||
    has("Направление", "Сделка") ||
    has("Entry", "Deal") ||
    has("Direction", "Ticket")
  )
    return "mt5-deals";
  if (isCTraderHeading({ line: 1, cells })) return "ctrader";
  const twice = (name: string) => keys.filter((key) => key === headingKey(name)).length === 2;
  return has("Type", "Volume", "Symbol") && twice("Time") && twice("Price") ? "mql5-signal" : undefined;
}

/** A page with tables, a workbook of Excel 2003 (XML), or neither; by its first letters. */
export function detectMarkup(head: string): "page" | "spreadsheet" | undefined {
  if (/urn:schemas-microsoft-com:office:spreadsheet/.test(head)) return "spreadsheet";
  return /<(!doctype html|html|table|head|body)[\s>]/i.test(head) ? "page" : undefined;
}

/**
 * Tells a delimited file's format by its content: a line among the first ten whose cells are the headings of a
 * known export, parted by a tab, a semicolon or a comma. `from` is where that line begins.
 */
export function detectText(text: string): Detected | undefined {
  let from = 0;
  for (let line = 0; line < 10 && from < text.length; line += 1) {
    const end = text.indexOf("\n", from);
    const content = text.slice(from, end === -1 ? Math.min(text.length, from + 4096) : end);
    for (const delimiter of ["\t", ";", ","]) {
      const format = formatOf(content.split(delimiter).map((cell) => cell.replaceAll('"', "").trim()));
      if (format) return { format, delimiter, from };
    }
    if (end === -1) return undefined;
    from = end + 1;
  }
  return undefined;
}

/** Where commas do not part cells, a file written in a country of decimal commas has them in numbers, and no points there. */
export function markOf(text: string, delimiter: string): DecimalMark {
  if (delimiter === ",") return ".";
  const cell = new RegExp(`(?:^|[${delimiter}\\n])-?[\\d ]+,\\d+(?=[${delimiter}\\n])`);
  const point = new RegExp(`(?:^|[${delimiter}\\n])-?[\\d ]+\\.\\d+(?=[${delimiter}\\n])`);
  const sample = text.slice(0, 65_536);
  return cell.test(sample) && !point.test(sample) ? "," : ".";
}
