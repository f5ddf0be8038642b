import { createHash } from "node:crypto";
import { mended } from "./clean-text";
import type { Decimal } from "./decimal";
import { parseDecimal } from "./decimal";
import { importLimits } from "./limits";
import type { Place } from "./problem";
import { excerpt, FileProblem } from "./problem";

/** Which mark parts the fraction; files with `;` or tabs between cells may use the comma. `?`: nothing tells what commas part. */
export type DecimalMark = "." | "," | "?";

const spaces = /[\s\u00a0\u2009\u202f'’]/g;
/** Programs write fractions as their machine holds them (`-3.5999999999999996`, `1E-05`); a large power hides digits of its number. */
const number = /^[-+]?(\d{1,15}(\.\d{0,20})?|\.\d{1,20})(e-\d{1,2})?$/i;
const currencySign = /^([-+(]*)[$€£¥₽]|[$€£¥₽](?=\)?$)/g;

function unmark(text: string, mark: DecimalMark): string | undefined {
  const bare = text
    .replace(spaces, "")
    .replace(/[\u2212\u2013]/, "-")
    .replace(currencySign, "$1")
    .replace(/^\(([^-+()]+)\)$/, "-$1");
  if (mark === "?" && /^[-+]?[1-9]\d{0,2}[.,]\d{3}$/.test(bare)) return undefined;
  // where commas part fractions, one point may part thousands or be that of another program; several part thousands
  if (mark === "," && /^[-+]?[1-9]\d{0,2}(\.\d{3})+$/.test(bare)) {
    const groups = bare.split(".");
    return groups.length > 2 ? groups.join("") : undefined;
  }
  if (!bare.includes(",")) return bare;
  // points in groups of three and one comma after them have but one reading
  if (/^[-+]?[1-9]\d{0,2}(\.\d{3})+,\d+$/.test(bare)) return bare.replaceAll(".", "").replace(",", ".");
  if (mark === "," && !bare.includes(".")) return bare.replace(",", ".");
  // the comma parts thousands here: only in groups of three, and `0,100` has no thousands
  return /^[-+]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(bare) ? bare.replaceAll(",", "") : undefined;
}

/**
 * Reads a number as programs print them: spaces or apostrophes part thousands, the minus may stand apart (`- 70.25`), books write it as
 * brackets (`(3.00)`), sites put the currency's sign before it (`-$3.00`).
 */
export function readNumber(text: string, place: Place, mark: DecimalMark = "."): Decimal {
  if (text.trim() === "") throw new FileProblem("importValueMissing", place);
  const bare = unmark(text, mark);
  const value = bare !== undefined && number.test(bare) ? parseDecimal(bare) : null;
  if (value === null) throw new FileProblem("importNotANumber", place, excerpt(text));
  return value;
}

/** Whether a cell holds a number at all. */
export function isNumber(text: string): boolean {
  const bare = unmark(text, ".");
  return bare !== undefined && number.test(bare);
}

/** As `readNumber`; an empty cell is zero. */
export function readNumberOrZero(text: string, place: Place, mark: DecimalMark = "."): Decimal {
  return text.trim() === "" ? 0n : readNumber(text, place, mark);
}

/** A size; some programs write that of what was sold below zero, and the side says it already. */
export function readVolume(text: string, place: Place, mark: DecimalMark = "."): Decimal {
  const volume = readNumber(text, place, mark);
  return volume < 0n ? -volume : volume;
}

const nothing = /^([-\u2010-\u2015\u2212]+|n\/?a|none|null|nan|нет)$/i;

/** A price that may be missing: an empty cell, zero and a dash or a word for nothing all say that there is none. */
export function readLevel(text: string, place: Place, mark: DecimalMark = "."): Decimal | null {
  if (nothing.test(text.trim())) return null;
  return readNumberOrZero(text, place, mark) || null;
}

/** Which part of a date stands first: `2026.11.20`, in one country `11/20/2026`, in others `20/11/2026` or `20.11.2026`. */
export type DateOrder = "year" | "month" | "day";

const clockTime = String.raw`(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?: ?([AaPp])\.?[Mm]\.?)?`;
const yearFirst = new RegExp(String.raw`^(\d{4})[./-](\d{1,2})[./-](\d{1,2})(?:,?[ T]${clockTime})?$`);
const yearLast = new RegExp(String.raw`^(\d{1,2})[./-](\d{1,2})[./-](\d{4})(?:,? ${clockTime})?$`);
const namedMonth = /^(\d{1,2})[ -]([a-z]{3})[a-z]*\.?[ -](\d{4})(?=$|,? )/i;
const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** Where dots part a date and the year is last, the day is first in every country. */
const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?=$|,? )/;

/** A date that has one reading (`07 Aug 2026`, `07.08.2026`) with its year first; any other as it is. */
function numbered(text: string): string {
  const plain = text.trim().replace(dotted, "$3.$2.$1");
  return plain.replace(namedMonth, (whole, day: string, name: string, year: string) => {
    const month = months.indexOf(name.toLowerCase()) + 1;
    return month === 0 ? whole : `${year}/${month}/${day}`;
  });
}

/** The hour of a clock with twelve of them; 24, which no clock shows, for one that is none. */
function hourOf(hour: number, half: string | undefined): number {
  if (half === undefined) return hour;
  if (hour < 1 || hour > 12) return 24;
  return (hour % 12) + (half.toLowerCase() === "p" ? 12 : 0);
}

/**
 * Reads a time on the clock of whoever wrote the file, as if that clock showed UTC: epoch milliseconds for a `Clock` to put right.
 * A date that begins with the year is read as such whatever `order` is. Days that no calendar has, and years outside 1990 to 2099, are
 * refused.
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

/** When a row says that its trade was opened and closed; either may be empty. */
export type Span = { open: string; close: string };

/** Whether some of the dates can be read in one order of day and month only. */
export const isOrderSettled = (dates: readonly string[]): boolean =>
  dates.some((text) => {
    const { first, second } = partsOf(text) ?? { first: 0, second: 0 };
    return first > 12 !== second > 12;
  });

/**
 * The order that dates are in: by those that can't be months, else by which reading lets no trade close before it was opened, else by
 * which one puts listed rows in order, the newest or the oldest first, else as the program usually writes.
 *
 * @param listed dates of rows that are listed by them; empty where nothing is known of their order.
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

/** How many trades would close before they were opened. */
const backward = (spans: readonly Span[], _: readonly string[], order: Unsaid): number =>
  spans.filter(({ open, close }) => {
    const [from, to] = [momentOf(open, order), momentOf(close, order)];
    return from !== undefined && to !== undefined && to < from;
  }).length;

/** How many rows would stand against the order that most of them are in. */
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

/** Whether a cell holds a time that begins with the year: how the rows of a terminal's tables are told from their headings. */
export const isTime = (text: string): boolean => yearFirst.test(numbered(text));

/** A ticket or position number: digits and letters only, so that it can be a key; one with hyphens (a UUID) is named by its hash. */
export function readTicket(text: string, place: Place): string {
  const ticket = text.trim().replace(/^#/, "");
  if (ticket === "") throw new FileProblem("importValueMissing", place);
  if (/^\w[\w-]{0,62}\w$/.test(ticket) && ticket.includes("-") && !isTime(ticket))
    return `f${createHash("sha256").update(ticket.toLowerCase()).digest("hex").slice(0, 16)}`;
  if (!/^\w{1,32}$/.test(ticket)) throw new FileProblem("importNotANumber", place, excerpt(text));
  return ticket;
}

/** What a symbol's name is made of: brokers write `[SP500]`, `WTI(OIL)`, `_NQ100`, `#AAPL`, `BTC*`; no quotes, markup or formulas. */
const symbolName = /^(?=.*[\p{L}\p{N}])[\p{L}\p{N}#.!@^_[($&%~*][^\p{C}\p{Zl}\p{Zp}<>"`\\=;|]{0,31}$/u;

/** A symbol's name, as the broker writes it. */
export function readSymbol(text: string, place: Place): string {
  const symbol = text.trim();
  if (symbol === "") throw new FileProblem("importValueMissing", place);
  if (!symbolName.test(symbol)) throw new FileProblem("importNotAText", place, excerpt(text));
  return symbol;
}

/** Keeps a comment as text: control characters go, and so does what is longer than a comment can be. */
export function readComment(text: string): string {
  return mended(text)
    .replace(/\p{Cf}/gu, " ")
    .trim()
    .slice(0, importLimits.comment);
}
