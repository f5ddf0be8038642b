import { zipSync } from "fflate";
import type { History } from "#api/modules/monitoring/statistics/history";
import type { Writing } from "./format";
import { escapeHtml } from "./format";
import { labels } from "./mt5-labels";
import type { Table } from "./mt5-tables";
import { accountLine, figures, tables } from "./mt5-tables";

/** A cell: text, or a formula with or without a stored value. */
type Cell = string | { formula: string; value: string | null };

/**
 * How a workbook is written: MetaTrader uses UTF-16 with shared strings; programs that save it again use UTF-8, some
 * with inline strings.
 */
export type Workbook = { encoding: "utf16" | "utf8"; texts: "shared" | "inline"; values: boolean };
const asMetaTrader: Workbook = { encoding: "utf16", texts: "shared", values: true };

const width = 15;
const column = (index: number) => String.fromCharCode(65 + index);
const isPlain = (text: string) => /^-?\d{1,15}(\.\d+)?$/.test(text);
const xml = '<?xml version="1.0"?>\r\n';
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const package_ = "http://schemas.openxmlformats.org/package/2006";

function sheetOf(rows: Cell[][], texts: string[], { texts: kind, values }: Workbook): string {
  const places = new Map<string, number>();
  const shared = (text: string) => {
    const index = places.get(text) ?? texts.push(text) - 1;
    places.set(text, index);
    return index;
  };
  const cellOf = (cell: Cell | undefined, address: string): string => {
    if (cell === undefined || cell === "") return `<c r="${address}" s="1"/>`;
    if (typeof cell !== "string")
      return `<c r="${address}" s="2"><f>${cell.formula}</f>${cell.value !== null && values ? `<v>${cell.value}</v>` : ""}</c>`;
    // prices, money and tickets are numbers, times and volumes texts, and long sums texts with spaces
    if (isPlain(cell) && cell.includes(".")) return `<c r="${address}" s="8"><v>${cell}</v></c>`;
    if (isPlain(cell)) return `<c r="${address}" s="7"><v>${cell}</v></c>`;
    const text = escapeHtml(cell);
    return kind === "shared"
      ? `<c r="${address}" s="6" t="s"><v>${shared(text)}</v></c>`
      : `<c r="${address}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
  };
  const lines = rows.map((cells, index) => {
    const line = index + 1;
    const list = Array.from({ length: width }, (_, at) => `   ${cellOf(cells[at], `${column(at)}${line}`)}`);
    return `  <row r="${line}" spans="1:${width}" ht="15.0000" customHeight="1">\r\n${list.join("\r\n")}\r\n  </row>`;
  });
  return `${xml}<worksheet ${main}\r\n xmlns:r="${office}">\r\n <dimension ref="A1:P${rows.length}"/>\r\n <sheetData>\r\n${lines.join("\r\n")}\r\n </sheetData>\r\n <mergeCells count="1">\r\n  <mergeCell ref="A1:O1"/>\r\n </mergeCells>\r\n <drawing r:id="rId1"/>\r\n</worksheet>\r\n`;
}

/** Makes a workbook of one sheet with a drawing, all parts in one encoding. */
export function workbook(rows: Cell[][], kind: Workbook = asMetaTrader): Uint8Array {
  const texts: string[] = [];
  const sheet = sheetOf(rows, texts, kind);
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${office}/${type}" Target="${target}"/>`;
  const relations = (list: string[]) =>
    `${xml}<Relationships xmlns="${package_}/relationships">${list.join("\r\n")}</Relationships>\r\n`;
  const parts: Record<string, string> = {
    "docProps/core.xml": `${xml}<cp:coreProperties xmlns:cp="${package_}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>MetaTrader 5</dc:title></cp:coreProperties>\r\n`,
    "xl/styles.xml": `${xml}<styleSheet ${main}><numFmts count="1"><numFmt numFmtId="202" formatCode="# ##0.00;-# ##0.00;0.00;"/></numFmts></styleSheet>\r\n`,
    ...(kind.texts === "shared"
      ? {
          "xl/sharedStrings.xml": `${xml}<sst ${main} count="${texts.length}" uniqueCount="${texts.length}">\r\n${texts.map((text) => ` <si><t>${text}</t></si>`).join("\r\n")}\r\n</sst>\r\n`,
        }
      : {}),
    "xl/workbook.xml": `${xml}<workbook ${main} xmlns:r="${office}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>\r\n`,
    "xl/worksheets/_rels/sheet1.xml.rels": relations([relation(1, "drawing", "../drawings/drawing1.xml")]),
    "xl/drawings/drawing1.xml": `${xml}<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"/>\r\n`,
    "xl/worksheets/sheet1.xml": sheet,
    "xl/_rels/workbook.xml.rels": relations([
      relation(1, "worksheet", "worksheets/sheet1.xml"),
      relation(2, "sharedStrings", "sharedStrings.xml"),
      relation(3, "styles", "styles.xml"),
    ]),
    "[Content_Types].xml": `${xml}<Types xmlns="${package_}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>\r\n`,
    "_rels/.rels": relations([relation(1, "officeDocument", "xl/workbook.xml")]),
  };
  const encode = (text: string) =>
    new Uint8Array(kind.encoding === "utf16" ? Buffer.from(`\ufeff${text}`, "utf16le") : Buffer.from(text));
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, encode(text)])));
}

/** Returns a table as rows of a sheet, with its sums as formulas. `line` is the row before its banner. */
export function sheetTable({ banner, headings, rows, totals }: Table, line: number): Cell[][] {
  const [from, to] = [line + 3, line + 2 + rows.length];
  const sums = headings.map(
    (_, at): Cell =>
      totals.includes(at)
        ? { formula: `SUM(Sheet1!${column(at)}${from}:${column(at)}${to})`, value: "0.000000" }
        : "",
  );
  return [[banner], headings, ...rows, ...(totals.length > 0 ? [sums] : [])];
}

/** Returns figures as terminals place them: labels and values four cells apart. */
export const sheetFigures = (lines: string[][]): Cell[][] =>
  lines.map((cells) => cells.flatMap((text, at) => (at % 2 ? [text] : [text, "", ""])));

/** Writes the report as a workbook, with every part in UTF-16LE with a byte order mark. */
export function writeMt5Xlsx(history: History, writing: Writing, kind?: Workbook): Uint8Array {
  const { title, name, account, date, banners } = labels[writing.language ?? "English"];
  const { summary, results } = figures(history, writing);
  const rows: Cell[][] = [
    [title],
    [name, "", "", history.account.name ?? ""],
    [account, "", "", accountLine(history)],
    [date, "", "", "2026.11.20 12:47"],
  ];
  for (const table of tables(history, writing)) rows.push(...sheetTable(table, rows.length));
  rows.push(...sheetFigures(summary), [], [banners[4]], ...sheetFigures(results));
  return workbook(rows, kind);
}
