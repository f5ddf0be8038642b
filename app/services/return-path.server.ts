import { safePath } from "#app/lib/safe-path";
import { paths } from "#app/paths";

/** Where a form that stands on every page leads back to: the path in its `returnTo`, if it is one of this site. */
export function returnPath(body: FormData): string {
  return safePath(String(body.get("returnTo"))) ?? paths.home;
}
