import type { IncomingMessage } from "node:http";
import { constants } from "node:zlib";
import { getRequestListener } from "@hono/node-server";
import type { AppLoadContext } from "@remix-run/node";
import compression from "compression";
import type { Express, NextFunction, Request, RequestHandler, Response } from "express";
import express from "express";
import { nanoid } from "nanoid";
import onHeaders from "on-headers";
import { environment } from "#api/lib/environment";
import { paths } from "#app/paths";
import { log } from "#app/services/log.server";
import { forwardedAddress, isDocumentAddress } from "#app/services/request-context.server";
import { securityHeaders } from "#app/services/security-headers.server";
import type { ServerApi } from "./api";
import { willStop } from "./shutdown";

type Options = {
  /** Null if `API_URL` names an external API. */
  api: ServerApi | null;
  /** Serves built and public files; in development Vite's middleware. */
  files: readonly RequestHandler[];
  /** Serves pages that are the same for every visitor. */
  pageCache: RequestHandler;
  /** Remix's handler; it takes its load context from `loadContextOf`. */
  pages: RequestHandler;
  /** Records each response: path, status, seconds. */
  observe: (path: string, status: number, seconds: number) => void;
};

/** Creates the cabinet's server; middleware runs in the order below. */
export function createApp({ api, files, pageCache, pages, observe }: Options): Express {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.use(describeRequest(api, observe), rejectMalformed, ...files, restrictToConsole);
  app.use(serveApi(api));
  app.use(pageCache, compression({ brotli: { params: brotliParams } }), pages);
  app.use(answerFailure);
  return app;
}

/**
 * The lowest brotli quality with a larger match search: a tenth fewer bytes than the default 4, for 0.2 ms per page.
 */
const brotliParams = { [constants.BROTLI_PARAM_QUALITY]: 5 };

/** Returns the load context of a request for Remix. */
export const loadContextOf = (response: Response): AppLoadContext => response.locals.load as AppLoadContext;

/** Gives a request its id and load context; adds the security headers to its response and logs it. */
function describeRequest(api: ServerApi | null, observe: Options["observe"]): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    const requestId = nanoid();
    const { method, headers } = request;
    const path = request.url.split("?")[0] ?? "/";
    const load: AppLoadContext = {
      requestId,
      address: addressOf(request),
      origin: headers.origin,
      api: api ?? undefined,
      willStop: willStop(),
      isDocument: isDocumentAddress(request.url),
    };
    response.locals.load = load;
    // Remix compares Origin with X-Forwarded-Host and responds with 500; the guard does the same-origin check
    // instead, with the `origin` of the load context
    if (!path.startsWith("/api/")) delete headers.origin;
    onHeaders(response, () => {
      const { statusCode } = response;
      const type = String(response.getHeader("content-type"));
      const all = {
        ...securityHeaders(type, statusCode),
        ...(statusCode >= 400 && { "x-request-id": requestId }),
      };
      for (const [name, value] of Object.entries(all))
        if (!response.hasHeader(name)) response.setHeader(name, value);
    });
    response.once("close", () => {
      const ms = performance.now() - startedAt;
      observe(path, response.statusCode, ms / 1000);
      if (path.startsWith("/assets/")) return;
      api?.record({ requestId, method, path, status: response.statusCode, milliseconds: ms });
      log.info({ method, path, status: response.statusCode, ms: Math.round(ms), requestId }, "request");
    });
    next();
  };
}

/** Returns the client's address; an IPv4 address of a dual-stack socket is returned in IPv4 form. */
function addressOf(request: IncomingMessage): string {
  const { "x-forwarded-for": forwarded } = request.headers;
  const address = forwardedAddress(forwarded?.toString()) ?? request.socket.remoteAddress ?? "unknown";
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}

/** Remix's data URLs before single fetch: no page requests them, and Remix would log each as an error. */
const isOldDataAddress = (url: string) => /[?&]_data(=|&|$)/.test(url);

function isDecodable(url: string): boolean {
  try {
    return decodeURI(url.split("?")[0] ?? "") !== "";
  } catch {
    return false;
  }
}

/** Rejects unknown methods and malformed URLs. */
function rejectMalformed(request: Request, response: Response, next: NextFunction): void {
  const { method } = request;
  // absolute form (RFC 9112, 3.2.2): keep the part after the host
  if (/^https?:\/\//i.test(request.url)) request.url = request.url.replace(/^https?:\/\/[^/?#]*/i, "") || "/";
  // the API names the methods of its own paths
  if (method === "OPTIONS" && !request.path.startsWith("/api/"))
    return void response.set("allow", "GET, HEAD, POST").status(204).end();
  if (method === "TRACE" || method === "CONNECT")
    return void response.set("allow", "GET, HEAD, POST").status(405).end();
  if (isOldDataAddress(request.url)) return void response.status(404).end();
  if (!isDecodable(request.url)) return void response.redirect(302, paths.home);
  next();
}

/** Paths that the admin console needs, its own included, and those that browsers request with its pages. */
const consolePaths = /^\/(admin|api\/admin|actions|favicon|livez|readyz|speculation-rules)([/.]|$)/;
const adminApi = /^\/api\/admin(\/|$)/i;

/** Serves only the admin console and its API at ADMIN_ORIGIN, and that API nowhere else. */
function restrictToConsole(request: Request, response: Response, next: NextFunction): void {
  const { ADMIN_ORIGIN } = environment();
  // as the API reads it: without `..` and percent-encoded letters
  const path = decodeURI(new URL(`http://cabinet/${request.url.replace(/^\//, "")}`).pathname);
  const host = request.headers.host?.toLowerCase().replace(/\.(?=:|$)/, "");
  const isConsole = ADMIN_ORIGIN && host === new URL(ADMIN_ORIGIN).host;
  if (isConsole && !consolePaths.test(path)) response.redirect(302, paths.admin);
  else if (ADMIN_ORIGIN && !isConsole && adminApi.test(path))
    response.status(404).json({ code: "notFound", message: "Not found" });
  else next();
}

/** Serves `/api` for terminals, payment systems and programs if the API runs in this process. */
function serveApi(api: ServerApi | null): RequestHandler {
  const listener =
    api &&
    getRequestListener((request, { incoming }) => {
      const clientAddress = addressOf(incoming as IncomingMessage);
      return api.serve(request, { clientAddress, incoming });
    });
  return (request, response, next) => {
    if (!request.path.startsWith("/api/")) return next();
    if (!listener || environment().API_URL) return void response.status(404).end();
    void listener(request, response);
  };
}

/** Handles errors of Remix itself. Express recognizes an error handler by its four parameters. */
function answerFailure(error: unknown, request: Request, response: Response, _next: NextFunction): void {
  const { requestId } = loadContextOf(response);
  log.error({ err: error, path: request.path, requestId }, "a request failed");
  if (response.headersSent) return void response.destroy();
  response.status(500).type("text/plain").send("Something went wrong.");
}
