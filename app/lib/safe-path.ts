/**
 * A path of this site's pages, or null: `//host`, `/\host`, `/<TAB>/host` and addresses with a scheme leave it
 * (architecture, "What a mistake gets"), what is below `/api` and `/actions` is no page.
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
