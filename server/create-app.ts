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
  /** Null where `API_URL` names a service elsewhere. */
  api: ServerApi | null;
  /** Sends built and public files; in development Vite's. */
  files: readonly RequestHandler[];
  /** Answers pages that every visitor sees alike. */
  pageCache: RequestHandler;
  /** Remix; it takes its load context from `loadContextOf`. */
  pages: RequestHandler;
  /** Counts each response: path, status, seconds. */
  observe: (path: string, status: number, seconds: number) => void;
};

/** The cabinet's server: what happens to a request, in this order. */
export function createApp({ api, files, pageCache, pages, observe }: Options): Express {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.use(describeRequest(api, observe), rejectMalformed, ...files, keepToConsole);
  app.use(serveApi(api));
  app.use(pageCache, compression({ brotli: { params: brotliParams } }), pages);
  app.use(answerFailure);
  return app;
}

/** The first quality that looks for repeats further back: a tenth fewer bytes than the default 4, for 0.2 ms a page. */
const brotliParams = { [constants.BROTLI_PARAM_QUALITY]: 5 };

/** What the server knows of a request, for Remix. */
export const loadContextOf = (response: Response): AppLoadContext => response.locals.load as AppLoadContext;

/** Gives a request its id and load context, its response the security headers and a log line. */
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
    // Remix compares Origin with X-Forwarded-Host and answers 500; the guard does the same-origin check, by what it is handed
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
      log.info({ method, path, status: response.statusCode, ms: Math.round(ms), requestId }, "request");
    });
    next();
  };
}

/** The client's address; an IPv4 address of a dual-stack socket is spelled as such. */
function addressOf(request: IncomingMessage): string {
  const { "x-forwarded-for": forwarded } = request.headers;
  const address = forwardedAddress(forwarded?.toString()) ?? request.socket.remoteAddress ?? "unknown";
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}

/** Remix's data addresses before single fetch: no page requests them, and Remix would log each as an error. */
const isOldDataAddress = (url: string) => /[?&]_data(=|&|$)/.test(url);

function isDecodable(url: string): boolean {
  try {
    return decodeURI(url.split("?")[0] ?? "") !== "";
  } catch {
    return false;
  }
}

/** Answers requests that no page can: unknown methods and addresses that can't be read. */
function rejectMalformed(request: Request, response: Response, next: NextFunction): void {
  const { method } = request;
  if (method === "OPTIONS") return void response.set("allow", "GET, HEAD, POST").status(204).end();
  if (method === "TRACE" || method === "CONNECT")
    return void response.set("allow", "GET, HEAD, POST").status(405).end();
  // absolute form (RFC 9112, 3.2.2): the address is the part after the host
  if (/^https?:\/\//i.test(request.url)) request.url = request.url.replace(/^https?:\/\/[^/?#]*/i, "") || "/";
  if (isOldDataAddress(request.url)) return void response.status(404).end();
  if (!isDecodable(request.url)) return void response.redirect(302, paths.home);
  next();
}

/** What the console's pages need besides its own addresses. */
const consolePaths = /^\/(admin|actions|favicon|livez|readyz)([/.?]|$)/;

/** At ADMIN_ORIGIN there is the console alone. */
function keepToConsole(request: Request, response: Response, next: NextFunction): void {
  const { ADMIN_ORIGIN } = environment();
  const isConsole = ADMIN_ORIGIN && new URL(ADMIN_ORIGIN).host === request.headers.host;
  if (!isConsole || consolePaths.test(request.url)) next();
  else response.redirect(302, paths.admin);
}

/** `/api` itself, for terminals, payment systems and programs, where the API lives in this process. */
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

/** What is left where Remix itself failed. Express knows the handler by its four parameters. */
function answerFailure(error: unknown, request: Request, response: Response, _next: NextFunction): void {
  const { requestId } = loadContextOf(response);
  log.error({ err: error, path: request.path, requestId }, "a request failed");
  if (response.headersSent) return void response.destroy();
  response.status(500).type("text/plain").send("Something went wrong.");
}
