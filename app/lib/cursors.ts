import { isCursor } from "#contract/admin/cursors";

/** Returns the cursors in the query of a list: the page after a row, or before one. Others are dropped. */
export const cursorsOf = (query: URLSearchParams): { after?: string; before?: string } => {
  const [after, before] = [query.get("after") ?? "", query.get("before") ?? ""];
  return { ...(isCursor(after) && { after }), ...(isCursor(before) && { before }) };
};
