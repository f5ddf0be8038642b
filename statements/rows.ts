import { importLimits } from "./limits";
import type { Place } from "./problem";
import { FileProblem } from "./problem";

/** A row of any tabular file. */
export type Row = {
  /** Where it starts in the file, from 1; in a workbook, its row number. */
  line: number;
  /** Trimmed texts of its visible cells. */
  cells: string[];
  /** What a MetaTrader 4 statement keeps in the title of the first cell: the order's comment. */
  title?: string;
  /** What a MetaTrader 5 report keeps in a hidden cell: the position's comment. */
  hidden?: string;
};

/** Rows in pieces, so that reading a large file leaves time for others. */
export type RowPieces = AsyncGenerator<Row[], void, undefined>;

/** All rows of a list that has to be known whole before its first row is read. */
export async function allRows(pieces: RowPieces): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const piece of pieces) rows.push(...piece);
  return rows;
}

export const place = (row: Row, column: number, heading?: string): Place => ({
  line: row.line,
  column: column + 1,
  ...(heading ? { heading } : {}),
});

export const isEmpty = (row: Row): boolean => row.cells.every((cell) => cell === "");

/** The only text of a row that has just one: a section's banner, such as `Deals`. */
export function bannerOf(row: Row): string | undefined {
  const filled = row.cells.filter((cell) => cell !== "");
  return filled.length === 1 ? filled[0] : undefined;
}

/** Counts rows and refuses a file that has more than a person's history can have. */
export function rowCounter(): (row: Row) => void {
  let count = 0;
  return (row) => {
    count += 1;
    if (count > importLimits.rows)
      throw new FileProblem("importTooManyRows", { line: row.line }, String(importLimits.rows));
  };
}

/** Lets the event loop turn. */
export const breathe = () => new Promise<void>((resolve) => setImmediate(resolve));
