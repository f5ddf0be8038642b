import { forgetLeft, letGo } from "#app/services/left-pages.server";

/** Asked for by the first document after logging out: the browser lets go of the page that was left. */
export const loader = async () =>
  new Response(null, {
    status: 204,
    headers: { ...letGo, "cache-control": "no-store", "set-cookie": await forgetLeft() },
  });
