import { paths } from "#app/paths";
import { cabinetCookie } from "./cookies.server";

const cookie = () => cabinetCookie("left");

/** What a browser lets go of at this header: files, and whole pages that it keeps for Back. */
export const clearSiteData = { "clear-site-data": '"cache"' };

/** Said with the answer that logs out. */
export const rememberLogout = (): Promise<string> => cookie().serialize(true);
export const forgetLogout = (): Promise<string> => cookie().serialize("", { maxAge: 0 });

/**
 * A browser keeps the page that was logged out from only after it has the next one, so letting go with the answer in between comes
 * too early for it: the next document has it done once more, by a file that it asks for (docs/adr/0005).
 */
export async function clearCacheAfterLogout(request: Request, headers: Headers): Promise<void> {
  if (await cookie().parse(request.headers.get("cookie")))
    headers.append("link", `<${paths.leftPages}>; rel=prefetch`);
}
