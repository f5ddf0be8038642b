import { clearSiteData, forgetLogout } from "#app/services/logout-cache.server";

/** Requested by the first document after logout: makes the browser drop the previous page from its cache. */
export const loader = async () =>
  new Response(null, {
    status: 204,
    headers: { ...clearSiteData, "cache-control": "no-store", "set-cookie": await forgetLogout() },
  });
