/** Returns whether the headers mark a prefetch of a page that nobody has opened yet. */
export const isPrefetch = (headers: Pick<Headers, "get">): boolean =>
  ["sec-purpose", "purpose", "x-moz"].some((name) =>
    /prefetch|prerender|preview/i.test(headers.get(name) ?? ""),
  );
