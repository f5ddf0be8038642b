import type { Parser } from "htmlparser2";
import { dayMilliseconds } from "./time-zone";
import { xmlParser } from "./xml-rows";

/** What a workbook says of its dates: which styles of cells show one, and on which of the two calendars days are counted. */
export type BookDates = { styles: Set<number>; is1904: boolean };

/** Formats that every program knows by number: dates, times of day, and those of eastern languages. */
const isDateFormat = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Whether a format that the workbook defines has parts of a date, outside of its colours, texts and signs. */
const hasDateParts = (code: string) => /[ymdhs]/i.test(code.replace(/\[[^\]]*\]|"[^"]*"|[\\_*]./g, ""));

/** Reads a workbook's styles: the place of each date style among the styles of cells. */
export function dateStyles(into: BookDates): Parser {
  const own = new Set<number>();
  let [inCells, index] = [false, 0];
  return xmlParser({
    open(name, attributes) {
      if (name === "numFmt" && hasDateParts(attributes.formatCode ?? ""))
        own.add(Number(attributes.numFmtId));
      else if (name === "cellXfs") inCells = true;
      else if (name === "xf" && inCells) {
        const id = Number(attributes.numFmtId);
        if (isDateFormat(id) || own.has(id)) into.styles.add(index);
        index += 1;
      }
    },
    close(name) {
      if (name === "cellXfs") inCells = false;
    },
    text() {},
  });
}

/** Reads from a workbook's properties whether it counts its days from 1904, as some of Apple's do. */
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

/** A day's number as the time that the program shows (`2026-01-05 09:00:00`); null for what is no day of this or the last century. */
export function shownDate(value: string, { is1904 }: BookDates): string | null {
  const days = Number(value) + (is1904 ? days1904 : 0);
  if (!(days > 20_000 && days < 80_000)) return null;
  const seconds = Math.round((days * dayMilliseconds) / 1000);
  return new Date(seconds * 1000 + Date.UTC(1899, 11, 30)).toISOString().slice(0, 19).replace("T", " ");
}
