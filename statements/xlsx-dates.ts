import type { Parser } from "htmlparser2";
import { dayMilliseconds } from "./time-zone";
import { xmlParser } from "./xml-rows";

/**
 * A workbook's date settings: the cell styles that show a date, and which of the two calendars its days are counted
 * in.
 */
export type BookDates = { styles: Set<number>; is1904: boolean };

/** Built-in number formats of dates, times of day, and East Asian dates. */
const isDateFormat = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Returns whether a custom format of the workbook has parts of a date, apart from its colours, texts and signs. */
const hasDateParts = (code: string) => /[ymdhs]/i.test(code.replace(/\[[^\]]*\]|"[^"]*"|[\\_*]./g, ""));

/** Reads a workbook's styles: the indexes of date styles among the cell styles. */
export function dateStyles(into: BookDates): Parser {
  const customDateFormats = new Set<number>();
  let [inCells, index] = [false, 0];
  return xmlParser({
    open(name, attributes) {
      if (name === "numFmt" && hasDateParts(attributes.formatCode ?? ""))
        customDateFormats.add(Number(attributes.numFmtId));
      else if (name === "cellXfs") inCells = true;
      else if (name === "xf" && inCells) {
        const id = Number(attributes.numFmtId);
        if (isDateFormat(id) || customDateFormats.has(id)) into.styles.add(index);
        index += 1;
      }
    },
    close(name) {
      if (name === "cellXfs") inCells = false;
    },
    text() {},
  });
}

/** Reads from a workbook's properties whether it counts days from 1904, as some of Apple's do. */
export function bookProperties(into: BookDates): Parser {
  return xmlParser({
    open(name, attributes) {
      if (name === "workbookPr") into.is1904 = attributes.date1904 === "1" || attributes.date1904 === "true";
    },
    close() {},
    text() {},
  });
}

const days1904 = 1_462;

/**
 * Converts a day number to the time that the program shows (`2026-01-05 09:00:00`); returns null for a day outside
 * this and the last century.
 */
export function shownDate(value: string, { is1904 }: BookDates): string | null {
  const days = Number(value) + (is1904 ? days1904 : 0);
  if (!(days > 20_000 && days < 80_000)) return null;
  const seconds = Math.round((days * dayMilliseconds) / 1000);
  return new Date(seconds * 1000 + Date.UTC(1899, 11, 30)).toISOString().slice(0, 19).replace("T", " ");
}
