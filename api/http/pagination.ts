import { asc, desc } from "drizzle-orm";

/**
 * A page of a list as a query needs it: `limit` rows after `offset`, from the beginning or, with `fromEnd`, from the
 * last row backwards.
 */
export type PageCut = { limit: number; offset: number; fromEnd: boolean };

/**
 * Returns where a page begins, counted from the nearer end of the list, because the database walks through an offset.
 * Pages count from 1.
 */
export function cutPage(total: number, page: number, perPage: number): PageCut {
  const before = (page - 1) * perPage;
  const limit = Math.min(perPage, Math.max(0, total - before));
  const after = total - before - limit;
  return after < before ? { limit, offset: after, fromEnd: true } : { limit, offset: before, fromEnd: false };
}

/** Returns the first `limit` rows of a list. */
export const firstRows = (limit: number): PageCut => ({ limit, offset: 0, fromEnd: false });

/** Returns the order to query and the order to show for a list sorted in `direction`. */
export function ordersOf(direction: "asc" | "desc", { fromEnd }: Pick<PageCut, "fromEnd">) {
  const [shown, back] = direction === "asc" ? [asc, desc] : [desc, asc];
  return { shown, walked: fromEnd ? back : shown };
}

/** Returns rows in the order of the list, whichever way they were queried. */
export const inOrder = <Row>(rows: Row[], { fromEnd }: PageCut): Row[] => (fromEnd ? rows.reverse() : rows);
