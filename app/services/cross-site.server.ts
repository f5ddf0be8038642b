import type { IncomingHttpHeaders } from "node:http";
import { environment } from "./env.server";

const loopbackHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** Without a configured address the cabinet answers on the loopback names of its port. */
function isOwnOrigin(origin: string, host: string | undefined): boolean {
  const { publicOrigin, originIsConfigured } = environment();
  if (origin === publicOrigin) return true;
  return !originIsConfigured && host !== undefined && loopbackHost.test(host) && origin === `http://${host}`;
}

/**
 * Whether a request that changes something comes from another site: by `Sec-Fetch-Site` where the browser sends it,
 * else by the exact `Origin`. Every browser sends one of them with a POST; what sends neither is refused.
 */
export function isCrossSite(headers: IncomingHttpHeaders): boolean {
  const site = headers["sec-fetch-site"];
  if (site) return site !== "same-origin" && site !== "none";
  return !headers.origin || !isOwnOrigin(headers.origin, headers.host);
}
