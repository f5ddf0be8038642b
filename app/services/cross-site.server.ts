import { environment } from "./env.server";

/** Where a request says that it comes from: a page of ours, another site, or nothing that can be believed. */
export type Provenance = "own" | "foreign" | "unsaid";

const loopbackHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** Without a configured address the cabinet answers on the loopback names of its port. */
function isOwnOrigin(origin: string, host: string | null): boolean {
  const { publicOrigin, PUBLIC_ORIGIN, ADMIN_ORIGIN } = environment();
  if (origin === publicOrigin || origin === ADMIN_ORIGIN) return true;
  return !PUBLIC_ORIGIN && host !== null && loopbackHost.test(host) && origin === `http://${host}`;
}

const originOf = (address: string) => (URL.canParse(address) ? new URL(address).origin : "null");

/**
 * By `Sec-Fetch-Site` where the browser sends it, else by the exact `Origin`, else by a same-origin `Referer`. Text browsers
 * and old ones may send none of these: what they change is accepted by the form's token only (`form-token.server.ts`).
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
