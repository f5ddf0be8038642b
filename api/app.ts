import { Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { isOutage } from "#api/db/outage";
import { requireWritableDatabase } from "#api/db/readiness";
import { errorCode } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import type { Handler } from "#api/http/handle";
import type { IncomingRequest } from "#api/http/incoming-request";
import { ApiError } from "#api/lib/api-error";
import { isDiskFull } from "#api/lib/disk-full";
import { errorText, languageOf } from "#api/lib/translations";
import { version } from "#api/lib/version";
import { balanceRoutes } from "#api/modules/balance/routes";
import { booksRoutes } from "#api/modules/books/routes";
import { monitoringRoutes } from "#api/modules/monitoring/routes";
import { partnerRoutes } from "#api/modules/partners/routes";
import { paymentsRoutes } from "#api/modules/payments/routes";
import { privacyRoutes } from "#api/modules/privacy/routes";
import { profileRoutes } from "#api/modules/profile/routes";
import { supportRoutes } from "#api/modules/support/routes";
import { telegramRoutes } from "#api/modules/telegram/routes";
import { textsRoutes } from "#api/modules/texts/routes";
import { userRoutes } from "#api/modules/users/routes";
import { securityRoutes } from "#api/modules/users/security/routes";
import { vpsRoutes } from "#api/modules/vps/routes";
import type { Endpoint, ErrorBody } from "#contract/endpoint";
import { requestOf } from "#contract/request";
import { openApiDocument } from "./http/openapi";
import { docsPage } from "./http/openapi/docs-page";
import { errorMeanings } from "./http/openapi/errors";

/** Every endpoint that is served, by module. */
export const handlers: readonly Handler[] = [
  ...userRoutes,
  ...monitoringRoutes,
  ...partnerRoutes,
  ...paymentsRoutes,
  ...balanceRoutes,
  ...booksRoutes,
  ...textsRoutes,
  ...profileRoutes,
  ...securityRoutes,
  ...supportRoutes,
  ...telegramRoutes,
  ...vpsRoutes,
  ...privacyRoutes,
];

/** Receives each answered request, with the route as the contract writes it and never the values in it. */
export type Observe = (request: { method: string; route: string; status: number; seconds: number }) => void;

export type AppOptions = {
  observe?: Observe | undefined;
  /** Handlers served besides the clients' API: those of the admin console if it is enabled. */
  more?: readonly Handler[];
};

/** Creates the whole API below `/api`. All of its dependencies come through `deps`. */
export function createApp(deps: Deps, { observe, more = [] }: AppOptions = {}): Hono {
  const app = new Hono().basePath("/api");
  app.use(async (hono, next) => {
    await next();
    if (!hono.res.headers.has("cache-control")) hono.res.headers.set("cache-control", "no-store");
    hono.res.headers.set("x-content-type-options", "nosniff");
  });
  app.get("/livez", (hono) => hono.text(`ok ${version}`));
  app.get("/readyz", async (hono) => {
    await requireWritableDatabase(deps.db);
    return hono.text("ready");
  });
  let description: ReturnType<typeof openApiDocument> | undefined;
  // created on the first request, once: it takes 0.1 s, and the endpoint is public
  const described = () => (description ??= openApiDocument(deps.settings));
  app.get("/openapi.json", async (hono) => hono.json(await described()));
  app.get("/docs", async (hono) =>
    hono.html(
      docsPage(await described(), {
        meanings: errorMeanings,
        search: (hono.req.query("q") ?? "").slice(0, 100),
      }),
    ),
  );
  for (const { endpoint, serve } of [...handlers, ...more]) {
    if (observe)
      app.on(endpoint.method, endpoint.path, async (hono, next) => {
        const startedAt = performance.now();
        await next();
        const seconds = (performance.now() - startedAt) / 1000;
        observe({ method: endpoint.method, route: endpoint.path, status: hono.res.status, seconds });
      });
    app.on(endpoint.method, endpoint.path, (hono) => serve(deps, hono));
  }
  answerOptions(app, [...handlers, ...more]);
  app.notFound((hono) => handleError(hono.req.raw, new ApiError(404, "notFound")));
  app.onError((error, hono) =>
    answerFailure(deps, error, { path: hono.req.path, headers: hono.req.raw.headers }),
  );
  return app;
}

/** Answers `OPTIONS` on each endpoint's path with the methods that the contract has for it. */
function answerOptions(app: Hono, served: readonly Handler[]): void {
  // in reverse order, `/sessions/end-others` precedes `/sessions/:sessionId`, which matches it too
  const paths = [...new Set(served.map(({ endpoint }) => endpoint.path))].sort().reverse();
  for (const path of paths) {
    const methods = served
      .filter(({ endpoint }) => endpoint.path === path)
      .map(({ endpoint }) => endpoint.method);
    const allow = methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])).join(", ");
    app.options(path, (hono) => hono.body(null, 204, { allow }));
  }
}

/** Returns the response for a failed request. Logs errors of ours and of the services that we depend on. */
function answerFailure({ log }: Deps, error: unknown, { path, headers }: Failed): Response {
  const requestId = headers.get("x-request-id") ?? undefined;
  const apiError = findApiError(error);
  if (apiError) {
    if (apiError.status === 503) log.warn({ err: error, path, requestId }, "what the call needs is away");
    return handleError({ headers }, apiError);
  }
  log.error({ err: error, path, requestId }, "call failed");
  if (isDiskFull(error)) return handleError({ headers }, new ApiError(503, "unavailable"));
  const message = errorText(languageOf(headers.get("accept-language")), "internal");
  return Response.json({ message, code: "internal" } satisfies ErrorBody, { status: 500 });
}

type Failed = { path: string; headers: IncomingRequest["headers"] };

/** Executes a read of the contract in this process. Resolves to its value, or to the response if it failed. */
export type Read = (
  endpoint: Endpoint,
  input: object,
  headers: Record<string, string>,
) => Promise<DirectAnswer | Response>;
type DirectAnswer = { value: unknown };

/**
 * Creates a client for the API's reads in the same process: the same handlers with the same checks, without request,
 * response and JSON in between (docs/adr/0001). Input and output are the same as over the network.
 */
export function createReadClient(deps: Deps, { observe, more = [] }: AppOptions = {}): Read {
  const handlersByName = new Map(
    [...handlers, ...more].map((handler) => [nameOf(handler.endpoint), handler]),
  );
  return async (endpoint, input, headers) => {
    const startedAt = performance.now();
    const incoming = readOf(endpoint, input, headers);
    const answer = await answerDirectly(handlersByName.get(nameOf(endpoint)), incoming, deps).catch(
      (error: unknown) =>
        answerFailure(deps, error, { path: `/api${endpoint.path}`, headers: incoming.headers }),
    );
    const status = answer instanceof Response ? answer.status : 200;
    const seconds = (performance.now() - startedAt) / 1000;
    observe?.({ method: endpoint.method, route: endpoint.path, status, seconds });
    return answer;
  };
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

async function answerDirectly(
  handler: Handler | undefined,
  incoming: IncomingRequest,
  deps: Deps,
): Promise<DirectAnswer | Response> {
  // an empty path parameter does not match the route
  if (!handler || Object.values(incoming.params).includes("")) throw new ApiError(404, "notFound");
  const value = await handler.answer(deps, incoming);
  return value instanceof Response ? value : { value };
}

function readOf(endpoint: Endpoint, input: object, headers: Record<string, string>): IncomingRequest {
  const named = new Set([...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name));
  const params: Record<string, string> = {};
  const query: Record<string, string> = {};
  for (const [name, value] of Object.entries(input))
    if (named.has(name)) params[name] = String(value);
    else if (value !== undefined) query[name] = String(value);
  return {
    headers: { get: (name: string) => headers[name] ?? null },
    params,
    query,
    body: null,
    get request() {
      return new Request(`http://embedded/api${requestOf(endpoint, input).path}`, { headers });
    },
  };
}

/** PostgreSQL's codes for a lock timeout, a statement timeout and too many connections (appendix A). */
const overloaded = new Set(["55P03", "57014", "53300"]);

/** The response of every endpoint while the database is unavailable: nothing is lost, a retry is safe. */
export const databaseAway = () => new ApiError(503, "unavailable", { headers: { "retry-after": "2" } });

/**
 * Returns the `ApiError` for an error, wherever in the chain of causes a driver put it; undefined for a fault of
 * ours.
 */
function findApiError(error: unknown): ApiError | undefined {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof ApiError) return at;
  return isOutage(error) || overloaded.has(errorCode(error) ?? "") ? databaseAway() : undefined;
}

/** Returns an `ApiError` as a response of the contract, in the caller's language. */
export function handleError(
  request: Pick<IncomingRequest, "headers">,
  { status, code, extra }: ApiError,
): Response {
  const language = languageOf(request.headers.get("accept-language"));
  const fields =
    extra.fields &&
    Object.entries(extra.fields).map(([name, key]) => [name, errorText(language, key, extra.details)]);
  const body: ErrorBody = {
    message: errorText(language, code, extra.details),
    code,
    ...(fields && { fields: Object.fromEntries(fields) }),
    ...(extra.details && { details: extra.details }),
  };
  return Response.json(body, { status: status as ContentfulStatusCode, headers: extra.headers });
}
