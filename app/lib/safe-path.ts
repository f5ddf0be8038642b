import { paths } from "#app/paths";

/**
 * Returns the path if it is a page of this site, else null. `//host`, `/\host`, `/<TAB>/host` and absolute URLs leave
 * the site (architecture, "What a mistake gets"); paths below `/api` and `/actions` are not pages.
 */
export function safePath(path: string | null | undefined): string | null {
  if (!path?.startsWith("/") || path.length > 2000) return null;
  try {
    const url = new URL(path, "http://here.invalid");
    const resolved = url.pathname + url.search + url.hash;
    return url.origin === "http://here.invalid" && !/^\/(\/|%2f|%5c|(api|actions)(?![^/?#]))/i.test(resolved)
      ? resolved
      : null;
  } catch {
    return null;
  }
}

/** Returns the path if it is a page of the console, else the inbox. */
export const adminAddress = (redirectTo: string | null | undefined): string => {
  const path = safePath(redirectTo);
  return path && /^\/admin(?![^/?#])/.test(path) ? path : paths.admin;
};
