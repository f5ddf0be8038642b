import type { Command } from "commander";
import { eq, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import * as z from "zod/mini";
import type { Part, Slice } from "#api/db/keyset";
import { keyset, keysetPage } from "#api/db/keyset";
import type { Tx } from "#api/db/transaction";
import { cursors } from "#contract/admin/cursors";
import type { ListPage } from "./command-output";

/** Rows of a page, unless a list has its own number. */
export const perPage = 50;

/** Input of a list that is read by pages: the page after the row with an id, or before it. */
export const pageInput = cursors;

/** Adds the options of a list that is read by pages. */
export const withPages = (command: Command, rows = `${perPage} rows`): Command =>
  command
    .option("--after <id>", `the ${rows} after the one with this id`)
    .option("--before <id>", `the ${rows} before it`);

type Order = {
  /** The list begins with the greatest values. */
  isDescending?: boolean;
  /** Rows of a page. */
  limit?: number;
};

/**
 * Returns a page of a list that is sorted by these columns of one table, the last of which is the id.
 * @param idOf returns the id of a row
 */
export async function listPage<R>(
  tx: Tx,
  { after, before }: { after?: string | undefined; before?: string | undefined },
  columns: readonly PgColumn[],
  read: (part: Part) => Promise<R[]>,
  idOf: (row: R) => string | number,
  { isDescending = false, limit = perPage }: Order = {},
): Promise<ListPage<R>> {
  const partOf = ({ isReversed = false, ...slice }: Slice): Part => ({
    ...keyset(columns, { ...slice, isReversed: isReversed !== isDescending }),
    limit: slice.limit,
  });
  return keysetPage(
    { after: await placeOf(tx, columns, after), before: await placeOf(tx, columns, before) },
    limit,
    (slice) => read(partOf(slice)),
    (row) => String(idOf(row)),
  );
}

const uuid = z.uuid();

/** Returns whether a column could have this id: PostgreSQL rejects others. */
function isIdFor({ dataType, columnType }: PgColumn, id: string): boolean {
  // a safe integer; of a table of 32-bit ids nine digits are more than there are
  if (dataType === "number") return columnType === "PgInteger" ? /^\d{1,9}$/.test(id) : /^\d{1,15}$/.test(id);
  return columnType !== "PgUUID" || z.safeParse(uuid, id).success;
}

/** Returns the values of the columns in the row with an id, as texts; undefined if there is none any more. */
async function placeOf(tx: Tx, columns: readonly PgColumn[], id: string | undefined) {
  const unique = columns.at(-1);
  if (id === undefined || !unique || !isIdFor(unique, id)) return undefined;
  // as texts, because a Date has milliseconds only
  const fields = Object.fromEntries(columns.map((column) => [column.name, sql<string>`${column}::text`]));
  const [row] = await tx.select(fields).from(unique.table).where(eq(unique, id));
  return row && Object.values(row);
}
