import { randomIds } from "#api/lib/ids";
import type { Endpoint } from "#contract/endpoint";
import { requestOf } from "#contract/request";

export type CallOptions = {
  /** Access token; null sends none. */
  token?: string | null;
  /** Idempotency key; null sends none. */
  key?: string | null;
  language?: "en" | "ru";
  address?: string;
  /** The secret of a browser that has opened the account before. */
  browser?: string;
};
/** Returns the path below `/api` and the request for an endpoint. */
export function callRequest(
  endpoint: Endpoint,
  input: Record<string, unknown>,
  options: CallOptions,
): [string, RequestInit] {
  const { path, method, body, headers: own } = requestOf(endpoint, input as never);
  const headers = new Headers({
    ...own,
    "accept-language": options.language ?? "en",
    "x-client-address": options.address ?? "127.0.0.1",
  });
  if (options.browser) headers.set("x-browser", options.browser);
  if (options.token) headers.set("authorization", `Bearer ${options.token}`);
  if (endpoint.idempotent && options.key !== null)
    headers.set("idempotency-key", options.key ?? randomIds.secret());
  return [path, { method, headers, body }];
}
