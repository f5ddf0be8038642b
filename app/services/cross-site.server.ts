import { environment } from "./env.server";

/** Where a request comes from: a page of this site, another site, or unknown. */
export type Provenance = "own" | "foreign" | "unsaid";

const loopbackHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/**
 * Returns whether an origin is this site's. Without a configured `PUBLIC_ORIGIN`, the loopback names of the port are
 * accepted.
 */
function isOwnOrigin(origin: string, host: string | null): boolean {
  const { publicOrigin, PUBLIC_ORIGIN, ADMIN_ORIGIN } = environment();
  if (origin === publicOrigin || origin === ADMIN_ORIGIN) return true;
  return !PUBLIC_ORIGIN && host !== null && loopbackHost.test(host) && origin === `http://${host}`;
}

const originOf = (address: string) => (URL.canParse(address) ? new URL(address).origin : "null");

/**
 * Determines the origin of a request: by `Sec-Fetch-Site` if the browser sends it, else by the exact `Origin`, else
 * by a same-origin `Referer`. Text browsers and old ones may send none of these; their changes are accepted only with
 * the form's token (`form-token.server.ts`).
 *
 * @param origin the `Origin` header
 */
export function provenanceOf(headers: Headers, origin: string | null): Provenance {
  const site = headers.get("sec-fetch-site");
  if (site) return site === "same-origin" || site === "none" ? "own" : "foreign";
  const host = headers.get("host");
  if (origin) return isOwnOrigin(origin, host) ? "own" : "foreign";
  const referer = headers.get("referer");
  return referer && isOwnOrigin(originOf(referer), host) ? "own" : "unsaid";
}
