import { paths, withQuery } from "#app/paths";

const kept = ["search", "status", "sort", "direction", "page"] as const;

type ListState = Partial<Record<(typeof kept)[number], string | number>>;

/** What of an address belongs to the servers list; a dialog over the list keeps it. */
export function listState(search: string): ListState {
  const query = new URLSearchParams(search);
  return Object.fromEntries(kept.flatMap((name) => (query.get(name) ? [[name, query.get(name) ?? ""]] : [])));
}

/** The list in a state: the address says nothing of what is as usual. */
export function listAddress(state: ListState = {}, path: string = paths.vps): string {
  const { search, status, sort, direction, page } = state;
  return withQuery(path, {
    search: search || undefined,
    status: status === "all" ? undefined : status,
    sort: sort === "issued" && direction !== "asc" ? undefined : sort,
    direction: sort === "issued" && direction !== "asc" ? undefined : direction,
    page: String(page ?? 1) === "1" ? undefined : page,
  });
}
