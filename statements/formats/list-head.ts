import type { Decimal } from "#statements/decimal";
import { FileProblem } from "#statements/problem";
import type { Row } from "#statements/rows";
import { placeOf } from "#statements/rows";
import { dayMilliseconds } from "#statements/time-zone";
import type { DecimalMark } from "#statements/values";
import { isNumber, readNumber, readTime } from "#statements/values";

/** Account data from the rows above a list. */
export type ListHead = {
  number?: string;
  currency?: string;
  /** The balance at the end of the list. */
  balance?: Decimal;
  /** Whether the list's times are UTC, regardless of the zone that the client chose. */
  isUtc: boolean;
};

const isNumberOfAccount = (text: string) => /^\d{4,}$/.test(text);
const isCurrency = (text: string) => /^[mu]?[A-Z]{3}$/.test(text);

/** Reads the rows above a list. Labels are to the left of their values (`Account number | 7001`) or above them. */
export function readListHead(rows: Row[], mark: DecimalMark): ListHead {
  const head: ListHead = {
    isUtc: rows.some(({ cells }) => cells.some((cell) => /\(utc\)$/i.test(cell))),
  };
  const number = labelledBy(rows, /^account( number)?:?$/i, isNumberOfAccount);
  const currency = labelledBy(rows, /^(account )?currency:?$/i, isCurrency);
  const balance = labelledBy(rows, /^balance:?$/i, isNumber);
  if (number) head.number = number.text;
  if (currency) head.currency = currency.text;
  if (balance && endsWhenWritten(rows)) head.balance = readNumber(balance.text, balance.place, mark);
  return head;
}

function labelledBy(rows: Row[], label: RegExp, isValue: (text: string) => boolean) {
  for (const [index, row] of rows.entries()) {
    const labelColumn = row.cells.findIndex((cell) => label.test(cell));
    if (labelColumn === -1) continue;
    const beside = row.cells.findIndex((cell, column) => column > labelColumn && cell !== "");
    const below = rows[index + 1];
    for (const [line, column] of [[row, beside] as const, [below, labelColumn] as const]) {
      const text = line?.cells[column];
      if (line && text && isValue(text)) return { text, place: placeOf(line, column) };
    }
  }
  return undefined;
}

const period = /^(\d[\d./-]+\d) - (\d[\d./-]+\d)$/;

/**
 * Returns whether a list covers the day on which it was written; otherwise its rows do not lead to the stated
 * balance.
 */
function endsWhenWritten(rows: Row[]): boolean {
  const cells = rows.flatMap((row) => row.cells);
  const until = cells.map((cell) => dayOf(period.exec(cell)?.[2] ?? "")).find((day) => day !== null);
  const written = cells.map(dayOf).find((day) => day !== null);
  return until !== undefined && written !== undefined && until >= written;
}

function dayOf(text: string): number | null {
  if (!/^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(\s|$)/.test(text)) return null;
  try {
    return Math.floor(readTime(text, {}, "day") / dayMilliseconds);
  } catch (error) {
    if (error instanceof FileProblem) return null;
    throw error;
  }
}
