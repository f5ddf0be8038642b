import { zipSync } from "fflate";
import { dayMilliseconds } from "./time-zone";

/** A cell: a text, a number, a time shown as a date, or nothing. */
export type Cell = string | number | Date | null;

const bytes = (text: string) => new TextEncoder().encode(`<?xml version="1.0" encoding="UTF-8"?>${text}`);
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

function cellXml(value: Cell, address: string, from: number): string {
  if (value === null || value === "") return "";
  if (value instanceof Date)
    return `<c r="${address}" s="1"><v>${(value.getTime() - from) / dayMilliseconds}</v></c>`;
  if (typeof value === "number") return `<c r="${address}"><v>${value}</v></c>`;
  return `<c r="${address}" t="inlineStr"><is><t>${escaped(value)}</t></is></c>`;
}

/**
 * Makes a workbook as a spreadsheet saves it: numbers as numbers, and times as days since the start of its calendar,
 * in a date style.
 */
export function workbook(sheets: Cell[][][], is1904 = false): Uint8Array {
  const from = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
  const parts = sheets.map((rows, index): [string, Uint8Array] => {
    const lines = rows.map((cells, y) => {
      const inner = cells.map((cell, x) => cellXml(cell, `${String.fromCharCode(65 + x)}${y + 1}`, from));
      return `<row r="${y + 1}">${inner.join("")}</row>`;
    });
    const xml = `<worksheet><sheetData>${lines.join("")}</sheetData></worksheet>`;
    return [`xl/worksheets/sheet${index + 1}.xml`, bytes(xml)];
  });
  return zipSync({
    "xl/workbook.xml": bytes(`<workbook><workbookPr${is1904 ? ' date1904="1"' : ""}/></workbook>`),
    "xl/styles.xml": bytes(
      `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
    ),
    ...Object.fromEntries(parts),
  });
}
