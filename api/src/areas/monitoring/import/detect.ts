import type { StatementFormat } from "#contract/monitoring/import";
import { headingKey } from "./columns";
import type { DecimalMark } from "./values";

export type Detected =
  | { kind: "html"; format: "mt4-statement" | "mt5-report" }
  | { kind: "delimited"; format: StatementFormat; delimiter: string; from: number };

/** An .xlsx is a ZIP archive; a name tells nothing. */
export const isArchive = (bytes: Uint8Array) =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;

function formatOf(keys: string[]): StatementFormat | undefined {
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
  const twice = (name: string) => keys.filter((key) => key === headingKey(name)).length === 2;
  return has("Type", "Volume", "Symbol") && twice("Time") && twice("Price") ? "mql5-signal" : undefined;
}

/**
 * Tells a text file's format by its content: a page with tables, or a line among the first ten whose cells are the headings of a
 * known export, parted by a tab, a semicolon or a comma. `from` is where that line begins.
 */
export function detectText(text: string): Detected | undefined {
  const head = text.slice(0, 4096);
  if (/<(!doctype html|html|table|head|body)[\s>]/i.test(head)) {
    const isMt4 = /closed transactions:/i.test(text) || /<title>\s*statement:/i.test(head);
    return { kind: "html", format: isMt4 ? "mt4-statement" : "mt5-report" };
  }
  let from = 0;
  for (let line = 0; line < 10 && from < text.length; line += 1) {
    const end = text.indexOf("\n", from);
    const content = text.slice(from, end === -1 ? Math.min(text.length, from + 4096) : end);
    for (const delimiter of ["\t", ";", ","]) {
      const format = formatOf(content.split(delimiter).map((cell) => headingKey(cell.replaceAll('"', ""))));
      if (format) return { kind: "delimited", format, delimiter, from };
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
