import { safePath } from "#app/lib/safe-path";
import { paths } from "#app/paths";

/**
 * Returns the path to return to from a form that is on every page: its `returnTo` if it is a path of this site, else
 * home.
 */
export function returnPath(body: FormData): string {
  return safePath(String(body.get("returnTo"))) ?? paths.home;
}
