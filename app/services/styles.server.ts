import { isAhead } from "./ahead.server";
import { builtAssets } from "./assets.server";
import { cabinetCookie } from "./cookies.server";
import { requestContext } from "./request-context.server";

/** Kept for 30 days: browsers keep files no longer than that anyway. */
const cookie = () => cabinetCookie("styles");

/** Who lets the browser's files go has the sheet no more. */
export const forgetStyles = (): Promise<string> => cookie().serialize("", { maxAge: 0 });

/**
 * Whether a document brings its sheet with it: at a first visit, and at the first after the sheet has changed. Says so in a
 * cookie, by the sheet's address, which is that of its content. Data that is loaded within the app has its document's styles.
 */
export async function areStylesInline(request: Request, path: string): Promise<boolean> {
  const { isDocument, setCookies } = requestContext();
  if (!isDocument || builtAssets().textOf(path) === undefined) return false;
  const name = path.slice(path.lastIndexOf("/") + 1);
  if ((await cookie().parse(request.headers.get("cookie"))) === name) return false;
  if (!isAhead()) setCookies.push(await cookie().serialize(name));
  return true;
}
