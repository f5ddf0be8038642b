import { AsyncLocalStorage } from "node:async_hooks";
import type { AppLoadContext } from "@remix-run/node";
import { nanoid } from "nanoid";
import type { Endpoint } from "#contract/endpoint";
import type { Provenance } from "./cross-site.server";
import { provenanceOf } from "./cross-site.server";
import { environment } from "./env.server";

/** What one request has loaded, by key. */
export type RequestCache = Map<string, Promise<unknown>>;

/** The API inside this process. */
export type EmbeddedApi = {
  /**
   * Answers a request to `/api`.
   *
   * @param cache shares what the page's other calls have loaded; none for what changes something
   */
  fetch: (request: Request, cache?: RequestCache) => Promise<Response>;
  /**
   * Reads without a request: the endpoint's output, or the response of a read that failed.
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
  /** What the server (`server/`) hands to Remix with each request. All of it is missing under plain remix-serve. */
  interface AppLoadContext {
    requestId?: string;
    /** The client's network address. */
    address?: string;
    /** The `Origin` header, which Remix's own check does not get to see (`server/create-app.ts`). */
    origin?: string | undefined;
    /** Whether a document is requested, and not the data of a navigation within the app: Remix hides from loaders which it was. */
    isDocument?: boolean;
    /** Whether the page is rendered for the page cache: it takes no message, counts nothing and sets no cookie. */
    isForCache?: boolean;
    api?: EmbeddedApi | undefined;
    /** Whether this process was told that it will be stopped. */
    willStop?: boolean;
  }
}

/** What belongs to one request, wherever it is handled. */
export type RequestContext = {
  requestId: string;
  address: string;
  api: EmbeddedApi | undefined;
  willStop: boolean;
  /** Where the request says that it comes from; the guard lets only same-origin requests change anything. */
  provenance: Provenance;
  /** Whether a document is requested, and not the data of a navigation within the app (`.data`). */
  isDocument: boolean;
  /** Whether a browser prefetches the page, which nobody may ever see: it takes no message away and counts nothing. */
  isPrefetch: boolean;
  /** Cookies that any loader or action of this request wants to set; the guard puts them on the response. */
  setCookies: string[];
  /** Work for when the request is answered, such as removing uploaded files. */
  afterwards: (() => Promise<void>)[];
  /** The cookies of the service behind `/api` after this request's calls, where one of them set any. */
  backendCookies: string | undefined;
  /** What loaders, the guard and the API within this process share (`cachePerRequest`). */
  cache: RequestCache;
  /** Whether loaders run, which share what they read of the API; what an action reads must be fresh. */
  isLoading: boolean;
  /** Since when (`performance.now()`) the service behind `/api` has been called, and how often it timed out: time for it is bounded. */
  asking: { since: number | undefined; silences: number };
};

// the development server loads this file again after each change
const shared = globalThis as typeof globalThis & { requestContexts?: AsyncLocalStorage<RequestContext> };
shared.requestContexts ??= new AsyncLocalStorage();
const contexts = shared.requestContexts;

/** Handles a request, and all that follows from it, in its context. */
export const runInContext = <T>(context: RequestContext, handle: () => T): T => contexts.run(context, handle);

const contextOfLoad = new WeakMap<AppLoadContext, RequestContext>();

/** The context of a request: one for all loaders, actions and the rendering that get the same load context. */
export function contextOf(load: AppLoadContext, request: Request): RequestContext {
  const known = contextOfLoad.get(load);
  if (known) return known;
  const context = newContext({
    requestId: load.requestId ?? nanoid(),
    address: load.address ?? forwardedAddress(request.headers.get("x-forwarded-for")) ?? "unknown",
    api: load.api,
    willStop: load.willStop ?? false,
    provenance: provenanceOf(request.headers, load.origin ?? request.headers.get("origin")),
    // a browser asks for a document as HTML, Remix for data as whatever comes
    isDocument: load.isDocument ?? request.headers.get("accept") !== "*/*",
    isPrefetch: load.isForCache === true || isSaidPrefetch(request.headers),
  });
  contextOfLoad.set(load, context);
  return context;
}

/** Gives another load context of the same request its context. */
export function shareContext(other: AppLoadContext, load: AppLoadContext, request: Request): void {
  contextOfLoad.set(other, contextOf(load, request));
}

/** The client's address that a trusted proxy reports (`TRUST_PROXY=1`): the last one of `X-Forwarded-For`. */
export function forwardedAddress(header: string | null | undefined): string | undefined {
  return environment().TRUST_PROXY ? header?.split(",").pop()?.trim() || undefined : undefined;
}

/** Whether a browser says that it fetches a page before anybody has opened it, or only to show a picture of it elsewhere. */
const isSaidPrefetch = (headers: Headers): boolean =>
  ["sec-purpose", "purpose", "x-moz"].some((name) =>
    /prefetch|prerender|preview/i.test(headers.get(name) ?? ""),
  );

const newContext = (known: Partial<RequestContext>): RequestContext => ({
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
  asking: { since: undefined, silences: 0 },
  ...known,
});

/** Data of a navigation within the app is requested at `/vps.data`. */
export const isDocumentAddress = (url: string): boolean => !/^[^?]*\.data(?:\?|$)/.test(url);

/** The context of the request that is being handled. Unit tests that set none get a new one each time. */
export function requestContext(): RequestContext {
  const context = contexts.getStore();
  if (context) return context;
  if (import.meta.env.PROD) throw new Error("The code runs outside of a request: the guard sets its context");
  return newContext({});
}

/** Whether nobody may ever see what is being loaded: it takes no message away and counts nothing. */
export const isPrefetch = (): boolean => requestContext().isPrefetch;

/** Runs a function within a context of its own, for tests that call loaders directly, and for what no request asked for. */
export function withRequestContext<T>(run: () => T, known: Partial<RequestContext> = {}): T {
  return contexts.run(newContext({ address: "127.0.0.1", ...known }), run);
}

/** A load context whose request has this context, for tests that call guarded loaders and actions. */
export function loadContextWith(known: Partial<RequestContext> = {}): AppLoadContext {
  const load: AppLoadContext = {};
  contextOfLoad.set(load, newContext({ address: "127.0.0.1", ...known }));
  return load;
}

/** Loads a value once for all who need it within the request. */
export function cachePerRequest<T>(key: string, load: () => Promise<T>): Promise<T> {
  const { cache } = requestContext();
  const cached = cache.get(key) as Promise<T> | undefined;
  if (cached) return cached;
  const value = load();
  cache.set(key, value);
  return value;
}
