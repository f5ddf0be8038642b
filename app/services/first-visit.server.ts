import type { EntryContext } from "@remix-run/node";
import { builtFileText } from "./built-files.server";
import { cabinetCookie } from "./cookies.server";

/** 30 days: browsers cache the files no longer than that anyway. */
const cookie = () => cabinetCookie("styles");

/** Returns the cookie that says the browser was told to fetch the style sheets of this build. */
export const stylesCookie = (version: string): Promise<string> => cookie().serialize(version);

/** Returns the cookie that undoes it, for responses that clear the browser's cache. */
export const forgetStyles = (): Promise<string> => cookie().serialize("", { maxAge: 0 });

/** Returns whether the browser does not have this build's style sheets yet, so that the document inlines them. */
export const isFirstVisit = async (request: Request, version: string): Promise<boolean> =>
  (await cookie().parse(request.headers.get("cookie"))) !== version;

/** Returns the URLs of the style sheets in the `links` of the page's routes. */
export function sheetsOf({ staticHandlerContext, routeModules }: EntryContext): string[] {
  const links = staticHandlerContext.matches.flatMap(({ route }) => routeModules[route.id]?.links?.() ?? []);
  const sheets = links.flatMap((link) =>
    "rel" in link && link.rel === "stylesheet" && link.href ? [link.href] : [],
  );
  return [...new Set(sheets)];
}

/** Returns the CSS of these style sheets as one text, for inlining. */
export const rulesOf = (sheets: readonly string[]): string => sheets.map(builtFileText).join("");

/**
 * Returns the `Link` header that prefetches the style sheets when the browser is idle, so that the next document is
 * smaller.
 */
export const prefetchLink = (sheets: readonly string[]): string =>
  sheets.map((sheet) => `<${sheet}>; rel=prefetch; as=style`).join(", ");
