import { Agent, fetch as fetchOverNetwork } from "undici";
import { attemptOf } from "#app/lib/idempotency-key";
import { mergeCookies } from "#app/lib/merge-cookies";
import type { Endpoint, Input, Output } from "#contract/endpoint";
import type { Language } from "#contract/languages";
import { requestOf } from "#contract/request";
import { ApiUnavailable, EndpointMissing, errorFrom, rethrowIfStarting } from "./api-errors.server";
import { isRead, lastReadMilliseconds, readMilliseconds, remainingTimeoutMs } from "./api-timeouts.server";
import { environment } from "./env.server";
import type { EmbeddedApi } from "./request-context.server";
import { cachePerRequest, requestContext } from "./request-context.server";

/** On whose behalf a request is made. */
export type Caller = {
  token: string | null;
  /** Cookies set by the service itself, as a `cookie` header. */
  cookies?: string | undefined;
  language: Language;
  userAgent: string;
  /** Secret by which accounts recognize a browser that signed in before. */
  browser: string | null;
};

type Options = {
  /** Makes a retry safe; required for idempotent endpoints. Can contain the attempt number (`app/lib/idempotency-key.ts`). */
  idempotencyKey?: string;
};

const agent = new Agent({ connect: { timeout: 1_000 } });

/** Returns the headers that identify the caller and the attempt. */
function headersFor(caller: Caller, { idempotencyKey }: Options): Record<string, string> {
  const { requestId, address, isPrefetch } = requestContext();
  const { key, attempt } = idempotencyKey ? attemptOf(idempotencyKey) : {};
  return {
    "accept-language": caller.language,
    "x-request-id": requestId,
    "x-client-address": address,
    "user-agent": caller.userAgent,
    // a prefetched page may never be seen: the API then marks nothing as opened or read
    ...(isPrefetch && { "sec-purpose": "prefetch" }),
    ...(caller.browser && { "x-browser": caller.browser }),
    ...(caller.token && { authorization: `Bearer ${caller.token}` }),
    ...(caller.cookies && { cookie: caller.cookies }),
    // of a changed form, anything: a header that can't be sent would look like an API that does not answer
    ...(key && {
      "idempotency-key": encodeURIComponent(Buffer.from(key).toString()),
      "idempotency-attempt": String(attempt),
    }),
  };
}

type ApiRequest<C extends Endpoint> = { endpoint: C; input: Input<C>; headers: Record<string, string> };

function requestFor<C extends Endpoint>({ endpoint, input, headers }: ApiRequest<C>): Request {
  const { method, path, headers: own, body } = requestOf(endpoint, input);
  const url = `${environment().API_URL ?? "http://embedded"}/api${path}`;
  return new Request(url, { method, headers: { ...own, ...headers }, body });
}

/** Returns the API in this process. Throws if there is none and `API_URL` is not set. */
function embeddedApi(): EmbeddedApi {
  const { api } = requestContext();
  if (!api) throw new Error("There is no API in this process: set API_URL");
  return api;
}

/** A response, or the output of a read within the process, which needs no request and no serialization. */
type Answer = Response | { value: unknown };

async function send<C extends Endpoint>(apiRequest: ApiRequest<C>, milliseconds: number): Promise<Answer> {
  if (!environment().API_URL) {
    const { endpoint, input, headers } = apiRequest;
    const api = embeddedApi();
    const { cache, isLoading } = requestContext();
    const shared = isLoading ? cache : undefined;
    const answer = isRead(endpoint)
      ? api.read(endpoint, input as object, headers, shared)
      : api.fetch(requestFor(apiRequest), shared);
    return within(milliseconds, answer);
  }
  const request = requestFor(apiRequest);
  const body = request.body ? await request.arrayBuffer() : undefined;
  const { url, method } = request;
  const answer = await fetchOverNetwork(url, {
    method,
    headers: [...request.headers],
    body,
    signal: AbortSignal.timeout(milliseconds),
    dispatcher: agent,
    redirect: "manual",
  });
  return answer as Response;
}

/** Rejects if the work takes longer than the timeout; clears its timer. */
function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer in ${milliseconds} ms`)), milliseconds);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

async function answerOf<C extends Endpoint>(
  caller: Caller,
  endpoint: C,
  input: Input<C>,
  options: Options,
): Promise<Answer> {
  const { apiCalls } = requestContext();
  const headers = headersFor(caller, options);
  for (let attempt = 1; ; attempt++) {
    const milliseconds = remainingTimeoutMs(apiCalls, endpoint);
    try {
      const answer = await send({ endpoint, input, headers }, milliseconds);
      if ("value" in answer) return answer;
      storeCookies(caller, answer);
      if (answer.status < 500 || answer.status === 501 || answer.status === 507) return answer;
      await answer.body?.cancel();
      throw new ApiUnavailable(
        answer.status === 503 ? 503 : 502,
        `${endpoint.method} ${endpoint.path} answered ${answer.status}`,
      );
    } catch (error) {
      rethrowIfStarting(error);
      // a read can be retried safely if there is time
      if (isRead(endpoint) && attempt === 1 && milliseconds > lastReadMilliseconds) continue;
      if (error instanceof ApiUnavailable) throw error;
      apiCalls.silences += 1;
      throw new ApiUnavailable(503, `${endpoint.method} ${endpoint.path} did not answer`, error);
    }
  }
}

/** Stores the service's cookies: it may keep its refresh token in one (specification, section 7: "called with credentials"). */
function storeCookies(caller: Caller, answer: Response): void {
  const context = requestContext();
  const headers = answer.headers.getSetCookie();
  if (headers.length > 0)
    context.backendCookies = mergeCookies(context.backendCookies ?? caller.cookies, headers, Date.now());
}

/**
 * Parses a response body. The specification shows no response for most of its endpoints: for those an empty body is valid, but not text
 * other than JSON.
 */
async function bodyOf(answer: Response, endpoint: Endpoint): Promise<unknown> {
  const text = await answer.text().catch(() => null);
  if (text === "" && endpoint.isNamed) return {};
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
}

/**
 * Calls an endpoint and parses its response. Loaders of a request share the results of reads.
 * @throws {ApiError} if the API rejects the request, {ApiUnavailable} if its response breaks the contract.
 */
export function callApi<C extends Endpoint>(
  caller: Caller,
  endpoint: C,
  input: Input<C>,
  options: Options = {},
): Promise<Output<C>> {
  const load = () => outputOf(caller, endpoint, input, options);
  if (!isRead(endpoint) || !requestContext().isLoading) return load();
  const { token, language } = caller;
  return cachePerRequest(`GET ${endpoint.path} ${JSON.stringify([token, language, input])}`, load);
}

async function outputOf<C extends Endpoint>(
  caller: Caller,
  endpoint: C,
  input: Input<C>,
  options: Options,
): Promise<Output<C>> {
  const answer = await answerOf(caller, endpoint, input, options);
  const isDirect = "value" in answer;
  if (!isDirect && !answer.ok) throw await errorFrom(answer, endpoint);
  const parsed = endpoint.output.safeParse(isDirect ? answer.value : await bodyOf(answer, endpoint));
  if (!parsed.success)
    throw new ApiUnavailable(
      502,
      `${endpoint.method} ${endpoint.path}: an answer against the contract`,
      parsed.error,
    );
  return parsed.data as Output<C>;
}

/** Like `callApi`, for optional data: returns `otherwise` if the service does not offer the endpoint. */
export async function callIfOffered<C extends Endpoint>(
  caller: Caller,
  endpoint: C,
  input: Input<C>,
  otherwise: Output<C>,
): Promise<Output<C>> {
  return callApi(caller, endpoint, input).catch((error: unknown) => {
    if (error instanceof EndpointMissing) return otherwise;
    throw error;
  });
}

/** Calls an endpoint that returns a file (`answer: "file"`) and passes its response through. */
export async function callApiForFile<C extends Endpoint>(
  caller: Caller,
  endpoint: C,
  input: Input<C>,
): Promise<Response> {
  const answer = (await answerOf(caller, endpoint, input, {})) as Response;
  if (!answer.ok) throw await errorFrom(answer, endpoint);
  return answer;
}

/** Returns whether the service behind `/api` is ready. */
export async function apiAnswers(): Promise<boolean> {
  const { API_URL: apiUrl } = environment();
  const signal = AbortSignal.timeout(readMilliseconds);
  try {
    if (apiUrl) return (await fetchOverNetwork(`${apiUrl}/api/readyz`, { signal, dispatcher: agent })).ok;
    const answer = embeddedApi().fetch(new Request("http://embedded/api/readyz"));
    return (await within(readMilliseconds, answer)).ok;
  } catch {
    return false;
  }
}
