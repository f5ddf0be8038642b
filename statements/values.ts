import { createHash } from "node:crypto";
import { mended } from "./clean-text";
import type { Decimal } from "./decimal";
import { parseDecimal } from "./decimal";
import { importLimits } from "./limits";
import type { Place } from "./problem";
import { excerpt, FileProblem } from "./problem";

/** The decimal mark; files with `;` or tabs as delimiter may use a comma. `?`: the meaning of commas is unknown. */
export type DecimalMark = "." | "," | "?";

const spaces = /[\s\u00a0\u2009\u202f'’]/g;
/**
 * Programs also write fractions as binary doubles (`-3.5999999999999996`, `1E-05`). Positive exponents are rejected, since they hide
 * digits.
 */
const number = /^[-+]?(\d{1,15}(\.\d{0,20})?|\.\d{1,20})(e-\d{1,2})?$/i;
const currencySign = /^([-+(]*)[$€£¥₽]|[$€£¥₽](?=\)?$)/g;

function unmark(text: string, mark: DecimalMark): string | undefined {
  const bare = text
    .replace(spaces, "")
    .replace(/[\u2212\u2013]/, "-")
    .replace(currencySign, "$1")
    .replace(/^\(([^-+()]+)\)$/, "-$1");
  if (mark === "?" && /^[-+]?[1-9]\d{0,2}[.,]\d{3}$/.test(bare)) return undefined;
  // with a decimal comma, one point is ambiguous (thousands, or another program's decimal point); several separate thousands
  if (mark === "," && /^[-+]?[1-9]\d{0,2}(\.\d{3})+$/.test(bare)) {
    const groups = bare.split(".");
    return groups.length > 2 ? groups.join("") : undefined;
  }
  if (!bare.includes(",")) return bare;
  // points in groups of three followed by one comma are unambiguous
  if (/^[-+]?[1-9]\d{0,2}(\.\d{3})+,\d+$/.test(bare)) return bare.replaceAll(".", "").replace(",", ".");
  if (mark === "," && !bare.includes(".")) return bare.replace(",", ".");
  // the comma separates thousands here: only in groups of three, and `0,100` has no thousands
  return /^[-+]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(bare) ? bare.replaceAll(",", "") : undefined;
}

/**
 * Reads a number as programs print it: thousands separated by spaces or apostrophes, a detached minus (`- 70.25`), brackets for negative
 * amounts (`(3.00)`), a currency sign before it (`-$3.00`).
 */
export function readNumber(text: string, place: Place, mark: DecimalMark = "."): Decimal {
  if (text.trim() === "") throw new FileProblem("importValueMissing", place);
  const bare = unmark(text, mark);
  const value = bare !== undefined && number.test(bare) ? parseDecimal(bare) : null;
  if (value === null) throw new FileProblem("importNotANumber", place, excerpt(text));
  return value;
}

/** Returns whether a cell contains a number. */
export function isNumber(text: string): boolean {
  const bare = unmark(text, ".");
  return bare !== undefined && number.test(bare);
}

/** Like `readNumber`, but an empty cell is zero. */
export function readNumberOrZero(text: string, place: Place, mark: DecimalMark = "."): Decimal {
  return text.trim() === "" ? 0n : readNumber(text, place, mark);
}

/** Reads a volume; some programs write it as negative for sales, which the side tells already. */
export function readVolume(text: string, place: Place, mark: DecimalMark = "."): Decimal {
  const volume = readNumber(text, place, mark);
  return volume < 0n ? -volume : volume;
}

const nothing = /^([-\u2010-\u2015\u2212]+|n\/?a|none|null|nan|нет)$/i;

/** Reads an optional price: an empty cell, zero, a dash or a word for nothing mean none. */
export function readLevel(text: string, place: Place, mark: DecimalMark = "."): Decimal | null {
  if (nothing.test(text.trim())) return null;
  return readNumberOrZero(text, place, mark) || null;
}

/** Which part of a date comes first: `2026.11.20`, `11/20/2026` in one country, `20/11/2026` or `20.11.2026` in others. */
export type DateOrder = "year" | "month" | "day";

const clockTime = String.raw`(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?: ?([AaPp])\.?[Mm]\.?)?`;
const yearFirst = new RegExp(String.raw`^(\d{4})[./-](\d{1,2})[./-](\d{1,2})(?:,?[ T]${clockTime})?$`);
const yearLast = new RegExp(String.raw`^(\d{1,2})[./-](\d{1,2})[./-](\d{4})(?:,? ${clockTime})?$`);
const namedMonth = /^(\d{1,2})[ -]([a-z]{3})[a-z]*\.?[ -](\d{4})(?=$|,? )/i;
const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** If dots separate a date and the year is last, the day comes first in every country. */
const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?=$|,? )/;

/** Rewrites an unambiguous date (`07 Aug 2026`, `07.08.2026`) with the year first; returns any other unchanged. */
function numbered(text: string): string {
  const plain = text.trim().replace(dotted, "$3.$2.$1");
  return plain.replace(namedMonth, (whole, day: string, name: string, year: string) => {
    const month = months.indexOf(name.toLowerCase()) + 1;
    return month === 0 ? whole : `${year}/${month}/${day}`;
  });
}

/** Converts an hour of a 12-hour clock; returns the invalid hour 24 for one that is not 1 to 12. */
function hourOf(hour: number, half: string | undefined): number {
  if (half === undefined) return hour;
  if (hour < 1 || hour > 12) return 24;
  return (hour % 12) + (half.toLowerCase() === "p" ? 12 : 0);
}

/**
 * Reads a time of the file's clock as if it were UTC: epoch milliseconds, to be converted by a `Clock`. A date that begins with the year
 * is read as such regardless of `order`. Rejects invalid dates and years outside 1990 to 2099.
 */
export function readTime(text: string, place: Place, order: DateOrder = "year"): number {
  const plain = numbered(text);
  if (plain === "") throw new FileProblem("importValueMissing", place);
  const isYearFirst = order === "year" || yearFirst.test(plain);
  const match = (isYearFirst ? yearFirst : yearLast).exec(plain);
  if (!match) throw new FileProblem("importNotATime", place, excerpt(text));
  const [first = 0, second = 0, third = 0, shown = 0, minute = 0, seconds = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const hour = hourOf(shown, match[7]);
  const [year, month, day] = isYearFirst
    ? [first, second, third]
    : order === "month"
      ? [third, first, second]
      : [third, second, first];
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, seconds));
  const real =
    date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24 && minute < 60 && seconds < 60;
  if (!real || year < 1990 || year > 2099) throw new FileProblem("importNotATime", place, excerpt(text));
  return date.getTime();
}

/** Opening and closing time of a row's trade; either may be empty. */
export type Span = { open: string; close: string };

/** Returns whether some of the dates allow only one order of day and month. */
export const isDateOrderCertain = (dates: readonly string[]): boolean =>
  dates.some((text) => {
    const { first, second } = partsOf(text) ?? { first: 0, second: 0 };
    return first > 12 !== second > 12;
  });

/**
 * Determines the order of dates: by those whose part can't be a month, else by the reading in which no trade closes
 * before it opens, else by the one that sorts the listed rows, newest or oldest first, else the program's usual
 * order.
 *
 * @param listed dates by which the rows are sorted; empty if their order is unknown.
 */
export function dateOrderOf(
  spans: readonly Span[],
  listed: readonly string[],
  usual: "month" | "day",
): DateOrder {
  const all = [...listed, ...spans.flatMap(({ open, close }) => [open, close])];
  if (all.some(isTime)) return "year";
  let [asMonth, asDay] = [0, 0];
  for (const text of all) {
    const { first, second } = partsOf(text) ?? { first: 0, second: 0 };
    if (first > 12) asDay += 1;
    if (second > 12) asMonth += 1;
  }
  if (asMonth !== asDay) return asMonth > asDay ? "month" : "day";
  for (const measure of [backward, disorder]) {
    const [month, day] = [measure(spans, listed, "month"), measure(spans, listed, "day")];
    if (month !== day) return month < day ? "month" : "day";
  }
  return usual;
}

function partsOf(text: string) {
  const match = yearLast.exec(text.trim());
  if (!match) return undefined;
  const [first = 0, second = 0, year = 0, shown = 0, minute = 0, seconds = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  return { first, second, year, hour: hourOf(shown, match[7]), minute, seconds };
}

type Unsaid = "month" | "day";

function momentOf(text: string, order: Unsaid): number | undefined {
  const parts = partsOf(text);
  if (!parts) return undefined;
  const { first, second, year, hour, minute, seconds } = parts;
  const [month, day] = order === "month" ? [first, second] : [second, first];
  return Date.UTC(year, month - 1, day, hour, minute, seconds);
}

/** Returns the number of trades that would close before they open. */
const backward = (spans: readonly Span[], _: readonly string[], order: Unsaid): number =>
  spans.filter(({ open, close }) => {
    const [from, to] = [momentOf(open, order), momentOf(close, order)];
    return from !== undefined && to !== undefined && to < from;
  }).length;

/** Returns the number of rows against the order of most rows. */
function disorder(_: readonly Span[], listed: readonly string[], order: Unsaid): number {
  let [rises, falls] = [0, 0];
  let before: number | undefined;
  for (const text of listed) {
    const here = momentOf(text, order);
    if (here === undefined) continue;
    if (before !== undefined && here > before) rises += 1;
    if (before !== undefined && here < before) falls += 1;
    before = here;
  }
  return Math.min(rises, falls);
}

/** Returns whether a cell is a time that begins with the year, which distinguishes rows of a terminal's tables from their headings. */
export const isTime = (text: string): boolean => yearFirst.test(numbered(text));

/**
 * Reads a ticket or position number, with only digits and letters, so that it can be a key; one with hyphens (a UUID) is replaced by its
 * hash.
 */
export function readTicket(text: string, place: Place): string {
  const ticket = text.trim().replace(/^#/, "");
  if (ticket === "") throw new FileProblem("importValueMissing", place);
  if (/^\w[\w-]{0,62}\w$/.test(ticket) && ticket.includes("-") && !isTime(ticket))
    return `f${createHash("sha256").update(ticket.toLowerCase()).digest("hex").slice(0, 16)}`;
  if (!/^\w{1,32}$/.test(ticket)) throw new FileProblem("importNotANumber", place, excerpt(text));
  return ticket;
}

/** Characters of a symbol's name: brokers write `[SP500]`, `WTI(OIL)`, `_NQ100`, `#AAPL`, `BTC*`; no quotes, markup or formulas. */
const symbolName = /^(?=.*[\p{L}\p{N}])[\p{L}\p{N}#.!@^_[($&%~*][^\p{C}\p{Zl}\p{Zp}<>"`\\=;|]{0,31}$/u;

/** Reads a symbol's name as the broker writes it. */
export function readSymbol(text: string, place: Place): string {
  const symbol = text.trim();
  if (symbol === "") throw new FileProblem("importValueMissing", place);
  if (!symbolName.test(symbol)) throw new FileProblem("importNotAText", place, excerpt(text));
  return symbol;
}

/** Reads a comment: removes control characters and cuts it to the maximum length. */
export function readComment(text: string): string {
  return mended(text)
    .replace(/\p{Cf}/gu, " ")
    .trim()
    .slice(0, importLimits.comment);
}
