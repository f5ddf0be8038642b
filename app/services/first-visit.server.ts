import type { EntryContext } from "@remix-run/node";
import { builtFileText } from "./built-files.server";
import { cabinetCookie } from "./cookies.server";

/** Kept for 30 days: browsers keep files no longer than that anyway. */
const cookie = () => cabinetCookie("styles");

/** Says that the browser was told to fetch the style sheets of this version of the build. */
export const stylesCookie = (version: string): Promise<string> => cookie().serialize(version);

/** For answers that clear the browser's cache. */
export const forgetStyles = (): Promise<string> => cookie().serialize("", { maxAge: 0 });

/** Whether the browser does not have the style sheets of this build yet: then the document brings them with it. */
export const isFirstVisit = async (request: Request, version: string): Promise<boolean> =>
  (await cookie().parse(request.headers.get("cookie"))) !== version;

/** The addresses of the style sheets that the page's routes name by Remix's `links`. */
export function sheetsOf({ staticHandlerContext, routeModules }: EntryContext): string[] {
  const links = staticHandlerContext.matches.flatMap(({ route }) => routeModules[route.id]?.links?.() ?? []);
  const sheets = links.flatMap((link) =>
    "rel" in link && link.rel === "stylesheet" && link.href ? [link.href] : [],
  );
  return [...new Set(sheets)];
}

/** The rules of these style sheets in one text, for the document itself. */
export const rulesOf = (sheets: readonly string[]): string => sheets.map(builtFileText).join("");

/** Has the browser fetch them once nothing waits for it, so that the next document is shorter. */
export const prefetchLink = (sheets: readonly string[]): string =>
  sheets.map((sheet) => `<${sheet}>; rel=prefetch; as=style`).join(", ");
