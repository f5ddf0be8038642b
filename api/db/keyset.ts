import type { SQL } from "drizzle-orm";
import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

/** Which part of an ordered list a page reads: what comes after a row, or, reversed, what comes before it. */
export type Slice<Start = readonly string[]> = {
  limit: number;
  start?: Start | undefined;
  isReversed?: boolean;
  /** Only the row with this id. */
  id?: string | undefined;
};

/** The rows of a slice, as a query selects them. */
export type Part = { condition: SQL | undefined; order: SQL[]; limit: number };

/** The same, with the column that a query of a list selects as `place`. */
export type ListPart = Part & { place: SQL<string[]> };

/**
 * Returns condition and order of a query for a slice of a list that is sorted by these columns, so that an index on
 * them, or on the first of them, finds the first row however many precede it. The last column must be the id.
 * @param start values of these columns in the row next to the slice
 */
export function keyset(
  columns: readonly PgColumn[],
  { start, isReversed = false, id }: Slice,
): { condition: SQL | undefined; order: SQL[] } {
  const list = (parts: readonly (PgColumn | SQL)[]) => sql.join([...parts], sql`, `);
  const unique = columns.at(-1);
  return {
    condition: and(
      start &&
        sql`(${list(columns)}) ${isReversed ? sql`<` : sql`>`} (${list(start.map((value) => sql`${value}`))})`,
      id !== undefined && unique ? eq(unique, id) : undefined,
    ),
    order: columns.map(isReversed ? desc : asc),
  };
}

/** The row that a page follows, or the one that it precedes. */
export type Neighbour<Start> = { after?: Start | undefined; before?: Start | undefined };

/** A page of rows, with the cursors of its neighbours. */
type KeysetPage<Row> = { rows: Row[]; previous: string | null; next: string | null };

/**
 * Returns the page next to a row, or the first one if there are no such rows any more.
 * @param read returns rows from the slice's start on: those of a reversed slice in reversed order
 */
export async function keysetPage<Row, Start>(
  { after, before }: Neighbour<Start>,
  perPage: number,
  read: (slice: Slice<Start>) => PromiseLike<Row[]>,
  cursorOf: (row: Row) => string,
): Promise<KeysetPage<Row>> {
  const limit = perPage + 1;
  const cursorAt = (rows: Row[], index: number) => {
    const row = rows.at(index);
    return row === undefined ? null : cursorOf(row);
  };
  if (before !== undefined) {
    const preceding = await read({ limit, start: before, isReversed: true });
    const rows = preceding.slice(0, perPage).reverse();
    if (preceding.length > perPage) return { rows, previous: cursorAt(rows, 0), next: cursorAt(rows, -1) };
  } else if (after !== undefined) {
    const following = await read({ limit, start: after });
    const rows = following.slice(0, perPage);
    const hasNext = following.length > perPage;
    if (rows.length > 0)
      return { rows, previous: cursorAt(rows, 0), next: hasNext ? cursorAt(rows, -1) : null };
  }
  const first = await read({ limit });
  const rows = first.slice(0, perPage);
  return { rows, previous: null, next: first.length > perPage ? cursorAt(rows, -1) : null };
}
