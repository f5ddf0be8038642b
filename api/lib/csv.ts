import Papa from "papaparse";
import type { Language } from "#contract/languages";

/** Text that a spreadsheet would run: it gets an apostrophe. Numbers below zero are numbers, and stay. */
const formula = /^(?!-?\d+([.,]\d+)?$)\s*[=+\-@\t\r\n＝＋－＠]/;

const separators: Record<Language, { cell: string; decimal: string }> = {
  en: { cell: ",", decimal: "." },
  ru: { cell: ";", decimal: "," },
};

/** Rows as lines of CSV (RFC 4180), each ended: for a table that is sent in pieces. What begins like a formula is defused. */
export const csvLines = (rows: readonly unknown[][], delimiter = ","): string =>
  `${Papa.unparse(rows as unknown[][], { delimiter, newline: "\r\n", escapeFormulae: formula })}\r\n`;

/**
 * Rows of a table as CSV that a spreadsheet of the language opens by a click: the list separator of the country, CRLF. What begins
 * like a formula is defused.
 */
export const csvRows = (rows: readonly string[][], language: Language): string =>
  csvLines(rows, separators[language].cell);

/** The first row, behind the mark that says UTF-8. */
export const csvHead = (columns: string[], language: Language): string =>
  `\uFEFF${csvRows([columns], language)}`;

/** Cents as people and spreadsheets of the language read them: `12.50`, `12,50`. */
export const decimalAmount = (cents: number, language: Language): string =>
  (cents / 100).toFixed(2).replace(".", separators[language].decimal);

/** A moment in UTC as spreadsheets read it: `2025-03-05 14:30:00`. */
export const csvTime = (iso: string): string => iso.slice(0, 19).replace("T", " ");
