import { importLimits } from "./limits";
import type { Place } from "./problem";
import { FileProblem } from "./problem";

/** A row of any tabular file. */
export type Row = {
  /** Line in the file, from 1; in a workbook the row number. */
  line: number;
  /** Trimmed texts of the visible cells. */
  cells: string[];
  /** In a MetaTrader 4 statement the title of the first cell: the order's comment. */
  title?: string;
  /** In a MetaTrader 5 report a hidden cell: the position's comment. */
  hidden?: string;
};

/** Rows in pieces, so that reading a large file does not block other work. */
export type RowChunks = AsyncGenerator<Row[], void, undefined>;

/** Returns all rows, for lists that must be known as a whole before the first row is read. */
export async function allRows(chunks: RowChunks): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const chunk of chunks) rows.push(...chunk);
  return rows;
}

export const placeOf = (row: Row, column: number, heading?: string): Place => ({
  line: row.line,
  column: column + 1,
  ...(heading ? { heading } : {}),
});

export const isEmpty = (row: Row): boolean => row.cells.every((cell) => cell === "");

/** Returns the only text of a row with a single filled cell: a section's banner, such as `Deals`. */
export function bannerOf(row: Row): string | undefined {
  const filled = row.cells.filter((cell) => cell !== "");
  return filled.length === 1 ? filled[0] : undefined;
}

/** Returns a function that counts rows and rejects a file with more rows than a real history has. */
export function rowCounter(): (row: Row) => void {
  let count = 0;
  return (row) => {
    count += 1;
    if (count > importLimits.rows)
      throw new FileProblem("importTooManyRows", { line: row.line }, String(importLimits.rows));
  };
}

/** Yields to the event loop. */
export const breathe = () => new Promise<void>((resolve) => setImmediate(resolve));
