/** Returns the cursors in the query of a list: the page after a row, or before one. */
export const cursorsOf = (query: URLSearchParams): { after?: string; before?: string } => {
  const [after, before] = [query.get("after"), query.get("before")];
  return { ...(after && { after }), ...(before && { before }) };
};
