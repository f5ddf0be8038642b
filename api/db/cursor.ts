import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import * as z from "zod/mini";
import { isCursor } from "#contract/admin/cursors";
import { isUnbroken } from "#contract/valid-text";

/**
 * A cursor is the place of a row in a sorted list: the values of the columns by which the list is sorted, the last of
 * which is the id. So a page continues where the last one ended, also if that row has moved or is gone.
 */

/** Selects the place of a row: the values of these columns as texts; moments with all their digits, in UTC. */
export const placeOf = (columns: readonly PgColumn[]): SQL<string[]> =>
  sql<string[]>`array[${sql.join(columns.map(textOf), sql`, `)}]`;

const textOf = (column: PgColumn): SQL =>
  column.dataType === "date"
    ? sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
    : sql`${column}::text`;

/** Percent-encodes what a shell, a URL or the separator needs for itself. */
const encode = (value: string) =>
  value.replace(/[^\w.:@+-]/gu, (character) =>
    [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""),
  );

/** Writes values as a cursor, such as `2026-03-02T10:00:00.000000Z,ticket7`. */
export const writeCursor = (values: readonly string[]): string => values.map(encode).join(",");

/** Reads the values of a cursor; undefined if it is none. */
export function readCursor(cursor: string | undefined): string[] | undefined {
  if (cursor === undefined || !isCursor(cursor)) return undefined;
  try {
    const values = cursor.split(",").map(decodeURIComponent);
    return values.every(isUnbroken) ? values : undefined;
  } catch {
    // not percent-encoded text
    return undefined;
  }
}

/** Reads a place in a list that is sorted by these columns; undefined if PostgreSQL would reject one of its values. */
export function readPlace(columns: readonly PgColumn[], cursor: string | undefined): string[] | undefined {
  const values = readCursor(cursor);
  const fits = columns.every((column, index) => isValueOf(column, values?.[index] ?? ""));
  return values?.length === columns.length && fits ? values : undefined;
}

const uuid = z.uuid();

/** Returns whether a column could have this value. */
function isValueOf({ dataType, columnType }: PgColumn, value: string): boolean {
  // a safe integer; of a table of 32-bit ids nine digits are more than there are
  if (dataType === "number")
    return columnType === "PgInteger" ? /^\d{1,9}$/.test(value) : /^\d{1,15}$/.test(value);
  if (dataType === "date") return isMoment(value);
  if (columnType === "PgDateString") return isMoment(`${value}T00:00:00.000Z`);
  return columnType !== "PgUUID" || z.safeParse(uuid, value).success;
}

/** Returns whether a text is a moment in UTC of the years 1000 to 2999, and of a day that exists. */
export function isMoment(text: string): boolean {
  if (!/^[12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,6}Z$/.test(text)) return false;
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text.slice(0, 19));
}
