import { asc, desc } from "drizzle-orm";

/** A page of a list as a database reads it: so many rows after so many, from the beginning or, `fromEnd`, from the last row backwards. */
export type PageCut = { limit: number; offset: number; fromEnd: boolean };

/** Where a page begins: counted from whichever end of the list is nearer, as an offset is walked through. Pages count from 1. */
export function cutPage(total: number, page: number, perPage: number): PageCut {
  const before = (page - 1) * perPage;
  const limit = Math.min(perPage, Math.max(0, total - before));
  const after = total - before - limit;
  return after < before ? { limit, offset: after, fromEnd: true } : { limit, offset: before, fromEnd: false };
}

/** The first so many rows of a list. */
export const firstRows = (limit: number): PageCut => ({ limit, offset: 0, fromEnd: false });

/** The order to walk in, and the order to show, of a list that goes `direction`. */
export function ordersOf(direction: "asc" | "desc", { fromEnd }: Pick<PageCut, "fromEnd">) {
  const [shown, back] = direction === "asc" ? [asc, desc] : [desc, asc];
  return { shown, walked: fromEnd ? back : shown };
}

/** Rows in the order of the list, however they were walked to. */
export const inOrder = <Row>(rows: Row[], { fromEnd }: PageCut): Row[] => (fromEnd ? rows.reverse() : rows);
