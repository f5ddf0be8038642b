import { clearSiteData, forgetLogout } from "#app/services/logout-cache.server";

/** Asked for by the first document after logging out: the browser lets go of the page that was left. */
export const loader = async () =>
  new Response(null, {
    status: 204,
    headers: { ...clearSiteData, "cache-control": "no-store", "set-cookie": await forgetLogout() },
  });
