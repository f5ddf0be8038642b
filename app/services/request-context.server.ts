import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage } from "node:http";
import { nanoid } from "nanoid";
import type { Provenance } from "./cross-site.server";
import { provenanceOf } from "./cross-site.server";
import { environment } from "./env.server";

/** What belongs to one request, wherever it is handled. */
export type RequestContext = {
  requestId: string;
  address: string;
  /** Where the request says that it comes from; the guard lets only what is ours change anything. */
  provenance: Provenance;
  /** Whether a document is asked for, and not the data of a load within the app (`.data`). */
  isDocument: boolean;
  /** Whether a browser fetches it before anybody has opened it (`ahead.server.ts`). */
  isAhead: boolean;
  /** Cookies that any loader or action of this request wants to set; the guard puts them on the answer. */
  setCookies: string[];
  /** What is done when the request is answered, such as taking received files away. */
  afterwards: (() => Promise<void>)[];
  /** The cookies of the service behind `/api` after this request's calls, where one of them set any. */
  backendCookies: string | undefined;
  /** Answers that several loaders of one request share, such as the session. */
  memo: Map<string, Promise<unknown>>;
  /** Since when (`performance.now()`) the service behind `/api` has been asked, and how often it was silent: time for it is bounded. */
  asking: { since: number | undefined; silences: number };
  /** What the API inside this process has been asked by this page's loaders. */
  answers: Map<string, Promise<unknown>>;
};

// the development server loads this file again after each change
const shared = globalThis as typeof globalThis & { requestContexts?: AsyncLocalStorage<RequestContext> };
shared.requestContexts ??= new AsyncLocalStorage();
const contexts = shared.requestContexts;

/** Handles a request, and all that follows from it, in its context. */
export const runInContext = <T>(context: RequestContext, handle: () => T): T => contexts.run(context, handle);

export const contextOf = (request: IncomingMessage): RequestContext =>
  newContext(addressOf(request), {
    provenance: provenanceOf(request.headers),
    isDocument: isDocumentAddress(request.url ?? "/"),
    isAhead: isSaidAhead(request.headers),
  });

/** Whether a browser says that it fetches a page before anybody has opened it, or only to show a picture of it elsewhere. */
const isSaidAhead = (headers: IncomingMessage["headers"]): boolean =>
  /prefetch|prerender|preview/i.test(
    [headers["sec-purpose"], headers.purpose, headers["x-moz"]].map(String).join(),
  );

function addressOf(request: IncomingMessage): string {
  const forwarded = environment().trustsProxy
    ? String(request.headers["x-forwarded-for"] ?? "")
        .split(",")
        .pop()
        ?.trim()
    : "";
  const address = forwarded || request.socket.remoteAddress || "unknown";
  // an IPv4 caller of a socket for both: one address, one spelling
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}

const newContext = (address: string, known: Partial<RequestContext> = {}): RequestContext => ({
  requestId: nanoid(),
  address,
  provenance: "own",
  isDocument: true,
  isAhead: false,
  setCookies: [],
  afterwards: [],
  backendCookies: undefined,
  memo: new Map(),
  asking: { since: undefined, silences: 0 },
  answers: new Map(),
  ...known,
});

/** Remix hides from loaders which of the two was asked for; data is `/vps.data`. */
export const isDocumentAddress = (url: string): boolean => !/^[^?]*\.data(?:\?|$)/.test(url);

/** The context of the request that is being handled. In unit tests a fresh one; a build that is served without the seam fails. */
export function requestContext(): RequestContext {
  const context = contexts.getStore();
  if (context) return context;
  if (import.meta.env.PROD) throw new Error("The build is served without bin/serve (docs/decisions/0027)");
  return newContext("unknown");
}

/** Runs a function within a context of its own; for tests that call loaders directly. */
export function withRequestContext<T>(run: () => T, known: Partial<RequestContext> = {}): T {
  return contexts.run(newContext("127.0.0.1", known), run);
}

/** One answer for all who ask within the request. */
export function oncePerRequest<T>(key: string, ask: () => Promise<T>): Promise<T> {
  const { memo } = requestContext();
  const known = memo.get(key) as Promise<T> | undefined;
  if (known) return known;
  const asked = ask();
  memo.set(key, asked);
  return asked;
}
