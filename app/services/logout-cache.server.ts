import { paths } from "#app/paths";
import { cabinetCookie } from "./cookies.server";

const cookie = () => cabinetCookie("left");

/** The header that makes the browser drop cached files and the pages in its back/forward cache. */
export const clearSiteData = { "clear-site-data": '"cache"' };

/** Set on the logout response. */
export const rememberLogout = (): Promise<string> => cookie().serialize(true);
export const forgetLogout = (): Promise<string> => cookie().serialize("", { maxAge: 0 });

/**
 * Clears the browser's cache once more after logout. The browser caches the page that was left only after it has
 * loaded the next one, so clearing the cache with the logout response is too early. The next document therefore
 * requests a file that clears it again (docs/adr/0005).
 */
export async function clearCacheAfterLogout(request: Request, headers: Headers): Promise<void> {
  if (await cookie().parse(request.headers.get("cookie")))
    headers.append("link", `<${paths.leftPages}>; rel=prefetch`);
}
