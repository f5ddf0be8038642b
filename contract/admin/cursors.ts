import * as z from "zod/mini";

/** The place of a row in a list, as `api/db/cursor.ts` writes it: printable ASCII without spaces. */
const cursor = z.string().check(z.regex(/^[!-~]{1,400}$/));

/** Returns whether a text has the shape of a cursor. */
export const isCursor = (text: string): boolean => z.safeParse(cursor, text).success;

const ifCursor = z.optional(z.catch(z.optional(cursor), undefined));

/**
 * Input of a list that is read by cursors: the page after a row, or before one. A list without them, or with one of
 * another shape, starts at its first page.
 */
export const cursors = { after: ifCursor, before: ifCursor };

/** Cursors of the neighbouring pages, for `before` and `after`; null if there is none. */
export const neighbours = { previous: z.nullable(z.string()), next: z.nullable(z.string()) };
