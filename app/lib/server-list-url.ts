import { paths, withQuery } from "#app/paths";

const parameters = ["search", "status", "sort", "direction", "page", "from"] as const;

type ListState = Partial<Record<(typeof parameters)[number], string | number>>;

/**
 * Returns the URL parameters of the server list, and `from`, which says that a dialog was opened from the server's
 * page. Dialogs preserve them.
 */
export function listState(search: string): ListState {
  const query = new URLSearchParams(search);
  return Object.fromEntries(
    parameters.flatMap((name) => (query.get(name) ? [[name, query.get(name) ?? ""]] : [])),
  );
}

/** Returns whether a list has its default order (`usualOrder` of the contract), which URLs omit. */
export const isUsualOrder = ({ sort, direction }: ListState): boolean =>
  sort === "paidUntil" && direction !== "desc";

/** Returns the URL of the list in a state; default values are omitted. */
export function listAddress(state: ListState = {}, path: string = paths.vps): string {
  const { search, status, sort, direction, page, from } = state;
  const isUsual = isUsualOrder(state);
  return withQuery(path, {
    search: search || undefined,
    status: status === "all" ? undefined : status,
    sort: isUsual ? undefined : sort,
    direction: isUsual ? undefined : direction,
    page: String(page ?? 1) === "1" ? undefined : page,
    from,
  });
}

const serverPath = /^\/vps\/servers\/[^/]+(\/\w+)?\/?$/;

/** Returns whether a URL is a server's page or a dialog over it; other dialogs are over the list. */
export function isAtServer(pathname: string, search: string): boolean {
  const [found, dialog] = serverPath.exec(pathname) ?? [];
  return found !== undefined && (dialog === undefined || listState(search).from === "server");
}

/** Returns whether a path below `/vps` is a dialog. */
export const isDialog = (pathname: string): boolean =>
  /^\/vps\/(order\/[^/]+|test-server|servers\/[^/]+\/\w+)\/?$/.test(pathname);

/** Returns the URL of the page under a server dialog, to which it closes. */
export function behindDialog(search: string, serverId: string): string {
  const state = listState(search);
  return state.from === "server" ? paths.serverPage(serverId) : listAddress({ ...state, from: undefined });
}
