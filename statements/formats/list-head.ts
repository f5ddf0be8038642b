import type { Decimal } from "#statements/decimal";
import { FileProblem } from "#statements/problem";
import type { Row } from "#statements/rows";
import { place } from "#statements/rows";
import { dayMilliseconds } from "#statements/time-zone";
import type { DecimalMark } from "#statements/values";
import { isNumber, readNumber, readTime } from "#statements/values";

/** What the rows above a list say of its account. */
export type ListHead = {
  number?: string;
  currency?: string;
  /** What the account held when the list ended. */
  balance?: Decimal;
  /** The list's times are UTC, whatever zone the reader chose. */
  isUtc: boolean;
};

const isNumberOfAccount = (text: string) => /^\d{4,}$/.test(text);
const isCurrency = (text: string) => /^[mu]?[A-Z]{3}$/.test(text);

/** Reads the rows above a list. Labels stand beside their values (`Account number | 7001`) or above them. */
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
    const at = row.cells.findIndex((cell) => label.test(cell));
    if (at === -1) continue;
    const beside = row.cells.findIndex((cell, column) => column > at && cell !== "");
    const below = rows[index + 1];
    for (const [line, column] of [[row, beside] as const, [below, at] as const]) {
      const text = line?.cells[column];
      if (line && text && isValue(text)) return { text, place: place(line, column) };
    }
  }
  return undefined;
}

const period = /^(\d[\d./-]+\d) - (\d[\d./-]+\d)$/;

/** Whether a list reaches to the day it was written on: a balance beside an earlier period is one that its rows do not lead to. */
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
