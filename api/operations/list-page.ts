import type { Command } from "commander";
import type { SQL } from "drizzle-orm";
import { eq } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { keyset, keysetPage } from "#api/db/keyset";
import type { Tx } from "#api/db/transaction";
import { cursors } from "#contract/admin/cursors";
import type { ListPage } from "./command-output";

const perPage = 50;

/** Input of a list that is read by pages: the page after the row with an id, or before it. */
export const pageInput = cursors;

/** Adds the options of a list that is read by pages. */
export const withPages = (command: Command): Command =>
  command
    .option("--after <id>", `the ${perPage} rows after the one with this id`)
    .option("--before <id>", `the ${perPage} rows before it`);

/**
 * Returns a page of a list that is sorted by these columns of one table, the last of which is the id.
 * @param idOf returns the id of a row
 */
export async function listPage<R>(
  tx: Tx,
  { after, before }: { after?: string | undefined; before?: string | undefined },
  columns: readonly PgColumn[],
  read: (slice: { condition: SQL | undefined; order: SQL[]; limit: number }) => Promise<R[]>,
  idOf: (row: R) => string,
): Promise<ListPage<R>> {
  return keysetPage(
    { after: await placeOf(tx, columns, after), before: await placeOf(tx, columns, before) },
    perPage,
    (slice) => read({ ...keyset(columns, slice), limit: slice.limit }),
    idOf,
  );
}

/** Returns the values of the columns in the row with an id; undefined if there is none any more. */
async function placeOf(tx: Tx, columns: readonly PgColumn[], id: string | undefined) {
  const unique = columns.at(-1);
  if (id === undefined || !unique) return undefined;
  const fields = Object.fromEntries(columns.map((column) => [column.name, column]));
  const [row] = await tx.select(fields).from(unique.table).where(eq(unique, id));
  return (
    row && Object.values(row).map((value) => (value instanceof Date ? value.toISOString() : String(value)))
  );
}
