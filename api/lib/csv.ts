import Papa from "papaparse";
import type { Language } from "#contract/languages";

/**
 * Text that a spreadsheet would execute as a formula; it gets an apostrophe in front. Negative numbers are left
 * unchanged.
 */
const formula = /^(?!-?\d+([.,]\d+)?$)\s*[=+\-@\t\r\n＝＋－＠]/;

const separators: Record<Language, { cell: string; decimal: string }> = {
  en: { cell: ",", decimal: "." },
  ru: { cell: ";", decimal: "," },
};

/** Returns rows as lines of CSV (RFC 4180), each terminated, for a table that is streamed. Formulas are escaped. */
export const csvLines = (rows: readonly unknown[][], delimiter = ","): string =>
  `${Papa.unparse(rows as unknown[][], { delimiter, newline: "\r\n", escapeFormulae: formula })}\r\n`;

/**
 * Returns rows as CSV that a spreadsheet in this language opens directly: the country's list separator, CRLF.
 * Formulas are escaped.
 */
export const csvRows = (rows: readonly string[][], language: Language): string =>
  csvLines(rows, separators[language].cell);

/** Returns the header row, with a byte order mark for UTF-8 in front. */
export const csvHead = (columns: string[], language: Language): string =>
  `\uFEFF${csvRows([columns], language)}`;

/** Formats cents as people and spreadsheets of the language read them: `12.50`, `12,50`. */
export const decimalAmount = (cents: number, language: Language): string =>
  (cents / 100).toFixed(2).replace(".", separators[language].decimal);

/** Formats a UTC time for spreadsheets: `2025-03-05 14:30:00`. */
export const csvTime = (iso: string): string => iso.slice(0, 19).replace("T", " ");
