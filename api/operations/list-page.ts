import type { Command } from "commander";
import type { PgColumn } from "drizzle-orm/pg-core";
import * as z from "zod/mini";
import { placeOf, readPlace, writeCursor } from "#api/db/cursor";
import type { ListPart } from "#api/db/keyset";
import { keyset, keysetPage } from "#api/db/keyset";
import { cursors } from "#contract/admin/cursors";
import type { ListPage } from "./command-output";

/** Rows of a page, unless another number is asked for. */
export const perPage = 50;
const rowsAtMost = 10_000;

/** Input of a list that is read by pages: the page after a place, or before it, and how many rows it has. */
export const pageInput = {
  ...cursors,
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(rowsAtMost)), perPage),
};
type PageInput = z.output<z.ZodMiniObject<typeof pageInput>>;

/** Adds the options of a list that is read by pages. */
export const withPages = (command: Command): Command =>
  command
    .option("--after <cursor>", "the rows after this one: `Next page` of the table, `cursor` with --json")
    .option("--before <cursor>", "the rows before it")
    .option("--limit <number>", "rows of a page", String(perPage));

type Listed = { place: string[] };

type List<Selected extends Listed, Row> = {
  /** By which the list is sorted: columns of one table, the last of which is the id. */
  columns: readonly PgColumn[];
  /** The list begins with the greatest values. */
  isDescending?: boolean;
  /** Selects a part of the list, each row with its place. */
  read: (part: ListPart) => PromiseLike<Selected[]>;
  /** Returns a row as it is shown; by default it is shown as it was selected. */
  row?: (selected: Omit<Selected, "place">) => Row;
};

/** Returns a page of a list. */
export async function listPage<Selected extends Listed, Row = Omit<Selected, "place">>(
  { after, before, limit }: PageInput,
  { columns, isDescending = false, read, row = (selected) => selected as Row }: List<Selected, Row>,
): Promise<ListPage<Row>> {
  const place = placeOf(columns);
  const page = await keysetPage(
    { after: readPlace(columns, after), before: readPlace(columns, before) },
    limit,
    ({ isReversed = false, ...slice }) =>
      read({
        ...keyset(columns, { ...slice, isReversed: isReversed !== isDescending }),
        place,
        limit: slice.limit,
      }),
    (selected) => writeCursor(selected.place),
  );
  return {
    ...page,
    cursors: page.rows.map((selected) => writeCursor(selected.place)),
    rows: page.rows.map(({ place: _, ...selected }) => row(selected)),
  };
}
