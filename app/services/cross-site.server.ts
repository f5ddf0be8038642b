import type { IncomingHttpHeaders } from "node:http";
import { environment } from "./env.server";

/** Where a request says that it comes from: a page of ours, another site, or nothing that can be believed. */
export type Provenance = "own" | "foreign" | "unsaid";

const loopbackHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** Without a configured address the cabinet answers on the loopback names of its port. */
function isOwnOrigin(origin: string, host: string | undefined): boolean {
  const { publicOrigin, originIsConfigured } = environment();
  if (origin === publicOrigin) return true;
  return !originIsConfigured && host !== undefined && loopbackHost.test(host) && origin === `http://${host}`;
}

const originOf = (address: string) => (URL.canParse(address) ? new URL(address).origin : "null");

/**
 * By `Sec-Fetch-Site` where the browser sends it, else by the exact `Origin`, else by a `Referer` of ours. Text browsers
 * and old ones may send none of these: what they change is believed by the form's token only (`form-token.server.ts`).
 */
export function provenanceOf(headers: IncomingHttpHeaders): Provenance {
  const site = headers["sec-fetch-site"];
  if (site) return site === "same-origin" || site === "none" ? "own" : "foreign";
  if (headers.origin) return isOwnOrigin(headers.origin, headers.host) ? "own" : "foreign";
  return headers.referer && isOwnOrigin(originOf(headers.referer), headers.host) ? "own" : "unsaid";
}
