import { Agent, fetch as fetchOverNetwork } from "undici";
import { attemptOf } from "#app/lib/idempotency-key";
import { mergeCookies } from "#app/lib/merge-cookies";
import type { Endpoint, Input, Output } from "#contract/endpoint";
import type { Language } from "#contract/languages";
import { requestOf } from "#contract/request";
import { ApiUnavailable, EndpointMissing, errorFrom } from "./api-errors.server";
import { environment } from "./env.server";
import type { EmbeddedApi, RequestContext } from "./request-context.server";
import { cachePerRequest, requestContext } from "./request-context.server";

/** On whose behalf a call is made. */
export type Caller = {
  token: string | null;
  /** The service's own cookies, as a `cookie` header. */
  cookies?: string | undefined;
  language: Language;
  userAgent: string;
  /** What makes the browser known to accounts that it has opened before. */
  browser: string | null;
};

type Options = {
  /** Makes a repeat safe; idempotent calls need one. May name its attempt (`app/lib/idempotency-key.ts`). */
  idempotencyKey?: string;
};

const readMilliseconds = 3_000;
const changeMilliseconds = 6_000;
const patientMilliseconds = 10_000;
/** What a page reads is there by then, or the page says that it is not: the whole of a request takes 8 seconds at most, of money 12. */
const readingMilliseconds = 5_500;
/** A read for which no time is left, since what came before it took all, such as the shell's around a change that was waited for in vain. */
const lastReadMilliseconds = 1_500;

/**
 * How long a call is waited for, in milliseconds. What changes something is given longer, as its outcome matters more than the wait: who
 * is told that nothing was done by half must not find it done a second later. Money and files are given longest.
 */
export const timeoutWith = ({ method, answer, body, idempotent }: Endpoint): number => {
  if (answer === "file" || body === "multipart" || idempotent) return patientMilliseconds;
  return method === "GET" ? readMilliseconds : changeMilliseconds;
};

const agent = new Agent({ connect: { timeout: 1_000 } });

/** On whose behalf a call is made, and as which of its attempts, in headers. */
function headersFor(caller: Caller, { idempotencyKey }: Options): Record<string, string> {
  const { requestId, address } = requestContext();
  const { key, attempt } = idempotencyKey ? attemptOf(idempotencyKey) : {};
  return {
    "accept-language": caller.language,
    "x-request-id": requestId,
    "x-client-address": address,
    "user-agent": caller.userAgent,
    ...(caller.browser && { "x-browser": caller.browser }),
    ...(caller.token && { authorization: `Bearer ${caller.token}` }),
    ...(caller.cookies && { cookie: caller.cookies }),
    ...(key && { "idempotency-key": key, "idempotency-attempt": String(attempt) }),
  };
}

type Asking<C extends Endpoint> = { endpoint: C; input: Input<C>; headers: Record<string, string> };

function requestFor<C extends Endpoint>({ endpoint, input, headers }: Asking<C>): Request {
  const { method, path, headers: own, body } = requestOf(endpoint, input);
  const url = `${environment().API_URL ?? "http://embedded"}/api${path}`;
  return new Request(url, { method, headers: { ...own, ...headers }, body });
}

/** The API of this process; a cabinet without one needs `API_URL`. */
function embeddedApi(): EmbeddedApi {
  const { api } = requestContext();
  if (!api) throw new Error("There is no API in this process: set API_URL");
  return api;
}

const isRead = ({ method, answer }: Endpoint) => method === "GET" && answer !== "file";

/** A response; or what a read says that did not leave the process, for which no request and no text is made. */
type Answer = Response | { value: unknown };

async function send<C extends Endpoint>(asking: Asking<C>, milliseconds: number): Promise<Answer> {
  if (!environment().API_URL) {
    const { endpoint, input, headers } = asking;
    const api = embeddedApi();
    const { cache, isLoading } = requestContext();
    const shared = isLoading ? cache : undefined;
    const answer = isRead(endpoint)
      ? api.read(endpoint, input as object, headers, shared)
      : api.fetch(requestFor(asking), shared);
    return within(milliseconds, answer);
  }
  const request = requestFor(asking);
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
  return answer as unknown as Response;
}

/** The same, or a failure where it takes longer; its timer goes with it. */
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
  const { asking } = requestContext();
  const headers = headersFor(caller, options);
  for (let attempt = 1; ; attempt++) {
    const milliseconds = patienceIn(asking, endpoint);
    try {
      const answer = await send({ endpoint, input, headers }, milliseconds);
      if ("value" in answer) return answer;
      keepCookies(caller, answer);
      if (answer.status < 500 || answer.status === 501 || answer.status === 507) return answer;
      await answer.body?.cancel();
      throw new ApiUnavailable(
        answer.status === 503 ? 503 : 502,
        `${endpoint.method} ${endpoint.path} answered ${answer.status}`,
      );
    } catch (error) {
      // a read may be repeated without harm, while there is time
      if (isRead(endpoint) && attempt === 1 && milliseconds > lastReadMilliseconds) continue;
      if (error instanceof ApiUnavailable) throw error;
      asking.silences += 1;
      throw new ApiUnavailable(503, `${endpoint.method} ${endpoint.path} did not answer`, error);
    }
  }
}

/** What of a call's patience is left in this request. Who was silent twice is not asked again. */
function patienceIn(asking: RequestContext["asking"], endpoint: Endpoint): number {
  if (asking.silences > 1) throw new ApiUnavailable(503, "the API has been silent");
  asking.since ??= performance.now();
  if (!isRead(endpoint)) return timeoutWith(endpoint);
  // a signal takes whole milliseconds
  const left = Math.ceil(readingMilliseconds - (performance.now() - asking.since));
  return Math.min(timeoutWith(endpoint), Math.max(lastReadMilliseconds, asking.silences > 0 ? 0 : left));
}

/** A service may keep its refresh token in a cookie of its own (specification, section 7: "called with credentials"). */
function keepCookies(caller: Caller, answer: Response): void {
  const context = requestContext();
  const headers = answer.headers.getSetCookie();
  if (headers.length > 0)
    context.backendCookies = mergeCookies(context.backendCookies ?? caller.cookies, headers, Date.now());
}

/** The specification shows no answer of most of its calls: there an empty one will do, and other words than JSON will not. */
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
 * Makes a call of the contract and parses its answer. The loaders of a request share what one of them has read.
 * @throws {ApiError} where the API says no, {ApiUnavailable} where it does not answer as agreed.
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

/** The same for what a page can do without: where the service does not offer the call, `otherwise` is the answer. */
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

/** Makes a call that answers a file (`answer: "file"`); the response is passed on as it comes. */
export async function callApiForFile<C extends Endpoint>(
  caller: Caller,
  endpoint: C,
  input: Input<C>,
): Promise<Response> {
  const answer = (await answerOf(caller, endpoint, input, {})) as Response;
  if (!answer.ok) throw await errorFrom(answer, endpoint);
  return answer;
}

/** Whether the service behind `/api` is ready to serve. */
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
