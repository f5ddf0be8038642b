import type { Endpoint, Input, Output } from "#contract/endpoint";
import { errorBody } from "#contract/endpoint";
import { requestOf } from "#contract/request";

/**
 * The outcome of a request. `unknown` means that it may or may not have taken effect: only a retry with its key can
 * tell.
 */
export type Outcome<T> =
  | { kind: "done"; body: T }
  | { kind: "refused"; status: number; code: string }
  | { kind: "unknown"; why: string };

type Sender = {
  origin: string;
  token?: string;
  key?: string;
  headers?: Record<string, string>;
  body?: string;
};

const timeoutMs = 4_000;

/** Sends a request over HTTP once. After broken connections, timeouts, 5xx and 429 the outcome is unknown. */
export async function send<C extends Endpoint>(
  endpoint: C,
  input: Input<C>,
  sender: Sender,
): Promise<Outcome<Output<C>>> {
  const { method, path, headers, body: inputBody } = requestOf(endpoint, input);
  try {
    const response = await fetch(`${sender.origin}/api${path}`, {
      method,
      headers: {
        ...headers,
        ...(sender.token && { authorization: `Bearer ${sender.token}` }),
        ...(sender.key && { "idempotency-key": sender.key }),
        ...sender.headers,
      },
      body: sender.body ?? inputBody,
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body: unknown = await response.json();
    if (response.ok) return { kind: "done", body: body as Output<C> };
    // a request rejected with 429 was not handled, but an earlier one with the same key may have been
    if (response.status >= 500 || response.status === 429)
      return { kind: "unknown", why: `HTTP ${response.status}` };
    const parsedError = errorBody.safeParse(body);
    return {
      kind: "refused",
      status: response.status,
      code: (parsedError.success && parsedError.data.code) || "",
    };
  } catch (error) {
    return { kind: "unknown", why: String(error) };
  }
}
