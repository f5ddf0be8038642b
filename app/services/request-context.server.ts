import { AsyncLocalStorage } from "node:async_hooks";
import type { AppLoadContext } from "@remix-run/node";
import { nanoid } from "nanoid";
import type { Endpoint } from "#contract/endpoint";
import type { Provenance } from "./cross-site.server";
import { provenanceOf } from "./cross-site.server";
import { environment } from "./env.server";

/** Values loaded during one request, by key. */
export type RequestCache = Map<string, Promise<unknown>>;

/** The API in this process. */
export type EmbeddedApi = {
  /**
   * Handles a request to `/api`.
   *
   * @param cache shares results with the page's other reads; omitted for requests that change something
   */
  fetch: (request: Request, cache?: RequestCache) => Promise<Response>;
  /**
   * Reads without an HTTP request. Returns the endpoint's output, or the response of a failed read.
   *
   * @param cache as above
   */
  read: (
    endpoint: Endpoint,
    input: object,
    headers: Record<string, string>,
    cache?: RequestCache,
  ) => Promise<Response | { value: unknown }>;
};

declare module "@remix-run/node" {
  /**
   * The load context that the server (`server/`) passes to Remix with each request. All fields are missing under
   * plain remix-serve.
   */
  interface AppLoadContext {
    requestId?: string;
    /** The client's network address. */
    address?: string;
    /** The `Origin` header, which is hidden from Remix's own check (`server/create-app.ts`). */
    origin?: string | undefined;
    /** Whether a document is requested, not the data of a client-side navigation; Remix hides this from loaders. */
    isDocument?: boolean;
    /**
     * Whether the page is rendered for the page cache: it then consumes no toast, counts nothing and sets no cookie.
     */
    isForCache?: boolean;
    api?: EmbeddedApi | undefined;
    /** Whether this process is shutting down. */
    willStop?: boolean;
    /**
     * The time that calls to the service took. The page cache and Remix share it here: each has its own bundle, and so
     * its own context of the request.
     */
    apiCalls?: ApiCalls;
  }
}

/**
 * When the first call to the service behind `/api` began (`performance.now()`), and the number of timeouts; the time
 * for it is bounded.
 */
type ApiCalls = { since: number | undefined; silences: number };

/** Data of one request, available wherever it is handled. */
export type RequestContext = {
  requestId: string;
  address: string;
  api: EmbeddedApi | undefined;
  willStop: boolean;
  /** Where the request comes from; the guard allows only same-origin requests to change anything. */
  provenance: Provenance;
  /** Whether a document is requested, not the data of a client-side navigation (`.data`). */
  isDocument: boolean;
  /** Whether a browser prefetches the page, or asks for its headers only: it then consumes no toast and counts nothing. */
  isPrefetch: boolean;
  /** Cookies that a loader or action of this request sets; the guard adds them to the response. */
  setCookies: string[];
  /** Work to do after the response, such as deleting uploaded files. */
  afterwards: (() => Promise<void>)[];
  /** Cookies of the service behind `/api` after this request's calls, if one of them set any. */
  backendCookies: string | undefined;
  /** Shared by the loaders, the guard and the embedded API (`cachePerRequest`). */
  cache: RequestCache;
  /** Whether loaders run, which share the results of reads; an action's reads must be fresh. */
  isLoading: boolean;
  apiCalls: ApiCalls;
};

// stored globally because the development server reloads this module after each change
const shared = globalThis as typeof globalThis & { requestContexts?: AsyncLocalStorage<RequestContext> };
shared.requestContexts ??= new AsyncLocalStorage();
const contexts = shared.requestContexts;

/** Runs a function, and everything it calls, in a request's context. */
export const runInContext = <T>(context: RequestContext, handle: () => T): T => contexts.run(context, handle);

const contextOfLoad = new WeakMap<AppLoadContext, RequestContext>();

/** Returns the context of a request: one for all loaders, actions and the rendering that share a load context. */
export function contextOf(load: AppLoadContext, request: Request): RequestContext {
  const known = contextOfLoad.get(load);
  if (known) return known;
  load.apiCalls ??= { since: undefined, silences: 0 };
  const context = newContext({
    apiCalls: load.apiCalls,
    requestId: load.requestId ?? nanoid(),
    address: load.address ?? forwardedAddress(request.headers.get("x-forwarded-for")) ?? "unknown",
    api: load.api,
    willStop: load.willStop ?? false,
    provenance: provenanceOf(request.headers, load.origin ?? request.headers.get("origin")),
    // a browser asks for a document as HTML, Remix for data as whatever comes
    isDocument: load.isDocument ?? request.headers.get("accept") !== "*/*",
    isPrefetch: load.isForCache === true || request.method === "HEAD" || hasPrefetchHeader(request.headers),
  });
  contextOfLoad.set(load, context);
  return context;
}

/** Assigns the request's context to another load context of the same request. */
export function shareContext(other: AppLoadContext, load: AppLoadContext, request: Request): void {
  contextOfLoad.set(other, contextOf(load, request));
}

/**
 * Returns the client's address reported by a trusted proxy (`TRUST_PROXY=1`): the last entry of `X-Forwarded-For`.
 */
export function forwardedAddress(header: string | null | undefined): string | undefined {
  return environment().TRUST_PROXY ? header?.split(",").pop()?.trim() || undefined : undefined;
}

/** Returns whether the headers mark a prefetch or preview, which nobody has opened yet. */
const hasPrefetchHeader = (headers: Headers): boolean =>
  ["sec-purpose", "purpose", "x-moz"].some((name) =>
    /prefetch|prerender|preview/i.test(headers.get(name) ?? ""),
  );

const newContext = (overrides: Partial<RequestContext>): RequestContext => ({
  requestId: nanoid(),
  address: "unknown",
  api: undefined,
  willStop: false,
  provenance: "own",
  isDocument: true,
  isPrefetch: false,
  setCookies: [],
  afterwards: [],
  backendCookies: undefined,
  cache: new Map(),
  isLoading: false,
  apiCalls: { since: undefined, silences: 0 },
  ...overrides,
});

/** Returns whether a URL is a document's; data of a client-side navigation has URLs such as `/vps.data`. */
export const isDocumentAddress = (url: string): boolean => !/^[^?]*\.data(?:\?|$)/.test(url);

/** Returns the context of the current request. Unit tests that set none get a new one on each call. */
export function requestContext(): RequestContext {
  const context = contexts.getStore();
  if (context) return context;
  if (import.meta.env.PROD) throw new Error("The code runs outside of a request: the guard sets its context");
  return newContext({});
}

/** Returns whether the page may never be seen: it then consumes no toast and counts nothing. */
export const isPrefetch = (): boolean => requestContext().isPrefetch;

/** Runs a function in a new context, for tests that call loaders directly, and for work without a request. */
export function withRequestContext<T>(run: () => T, known: Partial<RequestContext> = {}): T {
  return contexts.run(newContext({ address: "127.0.0.1", ...known }), run);
}

/** Returns a load context for a request context, for tests that call guarded loaders and actions. */
export function loadContextWith(known: Partial<RequestContext> = {}): AppLoadContext {
  const load: AppLoadContext = {};
  contextOfLoad.set(load, newContext({ address: "127.0.0.1", ...known }));
  return load;
}

/** Loads a value once per request, for all who need it. */
export function cachePerRequest<T>(key: string, load: () => Promise<T>): Promise<T> {
  const { cache } = requestContext();
  const cached = cache.get(key) as Promise<T> | undefined;
  if (cached) return cached;
  const value = load();
  cache.set(key, value);
  return value;
}
