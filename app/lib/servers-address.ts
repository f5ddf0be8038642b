import { paths, withQuery } from "#app/paths";

const parameters = ["search", "status", "sort", "direction", "page", "from"] as const;

type ListState = Partial<Record<(typeof parameters)[number], string | number>>;

/** What of an address belongs to the servers list, and whether a dialog was opened `from` the server's page; a dialog keeps it. */
export function listState(search: string): ListState {
  const query = new URLSearchParams(search);
  return Object.fromEntries(
    parameters.flatMap((name) => (query.get(name) ? [[name, query.get(name) ?? ""]] : [])),
  );
}

/** The list in a state: the address says nothing of what is as usual. */
export function listAddress(state: ListState = {}, path: string = paths.vps): string {
  const { search, status, sort, direction, page, from } = state;
  return withQuery(path, {
    search: search || undefined,
    status: status === "all" ? undefined : status,
    sort: sort === "issued" && direction !== "asc" ? undefined : sort,
    direction: sort === "issued" && direction !== "asc" ? undefined : direction,
    page: String(page ?? 1) === "1" ? undefined : page,
    from,
  });
}

const serverPath = /^\/vps\/servers\/[^/]+(\/\w+)?\/?$/;

/** Whether an address is a server's page, or a dialog over it; other dialogs stand over the list. */
export function isAtServer(pathname: string, search: string): boolean {
  const [found, dialog] = serverPath.exec(pathname) ?? [];
  return found !== undefined && (dialog === undefined || listState(search).from === "server");
}

/** Whether an address below `/vps` is that of a dialog. */
export const isDialog = (pathname: string): boolean =>
  /^\/vps\/(order\/[^/]+|test-server|servers\/[^/]+\/\w+)\/?$/.test(pathname);

/** The page under a dialog of a server: where it closes to. */
export function behindDialog(search: string, serverId: string): string {
  const state = listState(search);
  return state.from === "server" ? paths.serverPage(serverId) : listAddress({ ...state, from: undefined });
}
