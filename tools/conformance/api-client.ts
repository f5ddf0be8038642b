import type { Endpoint, Input, Output } from "#contract/endpoint";
import { errorBody } from "#contract/endpoint";
import { requestOf } from "#contract/request";

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;
type RequestOptions = { token?: string; key?: string; language?: string };

/**
 * A response: `output` is what the contract parses from a 200, `code` is that of an error in the contract's error
 * format.
 */
export type Answer<C extends Endpoint = Endpoint> = {
  status: number;
  body: unknown;
  output: Output<C> | null;
  isError: boolean;
  code: string | undefined;
  message: string;
  /** What is wrong with the form of the response; null for a valid result or a valid error. */
  fault: string | null;
};

/** Returns a client of the service at `url` that checks every response against the contract. */
export function apiClient(url: string, fetch: Fetch = globalThis.fetch) {
  async function raw(path: string, init: RequestInit, { token, key, language = "en" }: RequestOptions = {}) {
    const headers = new Headers(init.headers);
    headers.set("accept-language", language);
    if (token) headers.set("authorization", `Bearer ${token}`);
    if (key) headers.set("idempotency-key", key);
    return fetch(`${url}/api${path}`, { ...init, headers, signal: AbortSignal.timeout(20_000) });
  }

  async function read(response: Response, endpoint?: Endpoint): Promise<Answer> {
    const { status } = response;
    const body: unknown = await response.json().catch(() => undefined);
    const parsedError = errorBody.safeParse(body);
    const isError = status >= 400 && parsedError.success && parsedError.data.message !== "";
    const parsed = status === 200 && endpoint ? endpoint.output.safeParse(body) : null;
    const issues = parsed?.error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
    return {
      status,
      body,
      output: (parsed?.success ? parsed.data : null) as never,
      isError,
      code: parsedError.success ? parsedError.data.code : undefined,
      message: parsedError.success ? parsedError.data.message : "",
      fault: status === 200 ? (issues?.join("; ") ?? null) : isError ? null : `${status} in no agreed form`,
    };
  }

  return {
    /** Sends a request that no endpoint describes. */
    async send(path: string, init: RequestInit = {}, how: RequestOptions = {}): Promise<Answer> {
      return read(await raw(path, init, how));
    },
    async ask<C extends Endpoint>(
      endpoint: C,
      input: Input<C>,
      how: RequestOptions = {},
    ): Promise<Answer<C>> {
      const { path, method, headers, body } = requestOf(endpoint, input);
      const answer = read(
        await raw(path, { method, headers, ...(body !== undefined && { body }) }, how),
        endpoint,
      );
      return answer as Promise<Answer<C>>;
    },
  };
}
export type Asker = ReturnType<typeof apiClient>;

/**
 * Returns whether the service lacks an endpoint, which is allowed for those that the specification does not name:
 * 501, or a 404 without a code.
 */
export const isNotOffered = (endpoint: Endpoint, { status, code }: Answer): boolean =>
  !endpoint.isNamed && (status === 501 || (status === 404 && code === undefined));

/** Returns whether the client lacks the flag for the endpoint's section. */
export const isClosed = (endpoint: Endpoint, { status, code }: Answer): boolean =>
  endpoint.section !== undefined && status === 403 && (code ?? "").endsWith("Closed");
