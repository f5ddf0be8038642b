import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { isCrossSite } from "./cross-site.server";
import { environment } from "./env.server";
import { securityHeaders } from "./security-headers.server";

/** What belongs to one request, wherever it is handled. */
export type RequestContext = {
  requestId: string;
  address: string;
  /** Whether the request comes from another site; the guard refuses then to change anything. */
  isCrossSite: boolean;
  /** Whether a document is asked for, and not the data of a load within the app (`.data`, `?_data=`). */
  isDocument: boolean;
  /** Cookies that any loader or action of this request wants to set; the guard puts them on the answer. */
  setCookies: string[];
  /** Answers that several loaders of one request share, such as the session. */
  memo: Map<string, Promise<unknown>>;
};

const shared = globalThis as typeof globalThis & {
  requestContexts?: AsyncLocalStorage<RequestContext>;
  httpServer?: Server;
};

/**
 * remix-serve takes no middleware. Node announces every request before it is handled: the one place to give
 * each its id and context, and each answer (assets, redirects and errors too) the security headers.
 */
function watchRequests(): AsyncLocalStorage<RequestContext> {
  const storage = new AsyncLocalStorage<RequestContext>();
  subscribe("http.server.request.start", (message) => {
    const { request, response, server } = message as {
      request: IncomingMessage;
      response: ServerResponse;
      server: Server;
    };
    shared.httpServer = server;
    const context = newContext(addressOf(request), {
      isCrossSite: isCrossSite(request.headers),
      isDocument: isDocumentAddress(request.url ?? "/"),
    });
    // Remix has a check of its own, which answers 500 and believes X-Forwarded-Host: there is one check, ours
    if (!request.url?.startsWith("/api/")) delete request.headers.origin;
    for (const [name, value] of Object.entries(securityHeaders())) response.setHeader(name, value);
    response.setHeader("x-request-id", context.requestId);
    storage.enterWith(context);
  });
  return storage;
}

function addressOf(request: IncomingMessage): string {
  const forwarded = environment().trustsProxy
    ? String(request.headers["x-forwarded-for"] ?? "")
        .split(",")
        .pop()
        ?.trim()
    : "";
  return forwarded || request.socket.remoteAddress || "unknown";
}

const newContext = (address: string, known: Partial<RequestContext> = {}): RequestContext => ({
  requestId: randomUUID(),
  address,
  isCrossSite: false,
  isDocument: true,
  setCookies: [],
  memo: new Map(),
  ...known,
});

/** Remix hides from loaders which of the two was asked for: `/vps.data`, or in its older form `/vps?_data=…`. */
export const isDocumentAddress = (url: string): boolean =>
  !/^[^?]*\.data(?:\?|$)/.test(url) && !/[?&]_data=/.test(url);

shared.requestContexts ??= watchRequests();

/** The context of the request that is being handled; outside of one (unit tests) a fresh one. */
export function requestContext(): RequestContext {
  return shared.requestContexts?.getStore() ?? newContext("unknown");
}

/** The server that requests come in by, once one has come. */
export const httpServer = (): Server | undefined => shared.httpServer;

/** Runs a function within a context of its own; for tests that call loaders directly. */
export function withRequestContext<T>(run: () => T, known: Partial<RequestContext> = {}): T {
  return (shared.requestContexts as AsyncLocalStorage<RequestContext>).run(
    newContext("127.0.0.1", known),
    run,
  );
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
