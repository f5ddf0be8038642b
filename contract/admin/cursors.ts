import * as z from "zod/mini";

const cursor = z.optional(z.catch(z.optional(z.string().check(z.regex(/^[\w.-]{1,200}$/))), undefined));

/**
 * Input of a list that is read by cursors: the page after a row, or before one. A list without them starts at its
 * first page.
 */
export const cursors = { after: cursor, before: cursor };

/** Cursors of the neighbouring pages, for `before` and `after`; null if there is none. */
export const neighbours = { previous: z.nullable(z.string()), next: z.nullable(z.string()) };
