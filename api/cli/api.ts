import "./load-env";
import { once } from "node:events";
import type { Server } from "node:http";
import type { HttpBindings, ServerType } from "@hono/node-server";
import { serve } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import { Hono } from "hono";
import { adminRoutes } from "#api/admin/routes";
import { createApp, databaseAway, handleError } from "#api/app";
import type { Metrics } from "#api/bootstrap/metrics";
import { metricsOf } from "#api/bootstrap/metrics";
import { createRequestLog } from "#api/bootstrap/request-log";
import { requireWritableDatabase } from "#api/db/readiness";
import type { Deps } from "#api/deps";
import type { Arrival } from "#api/http/incoming-request";
import { letGoOfSlowSenders } from "#api/http/slow-senders";
import { unreachablePages } from "#api/integrations/payments/index";
import { environment } from "#api/lib/environment";
import { version } from "#api/lib/version";
import { startService } from "./start";
import { stopOnSignal } from "./stop-on-signal";

/**
 * `npm run api`: the API alone, over HTTP on PORT. TRUST_CABINET=1 trusts the client addresses that callers report.
 */
const drainMilliseconds = 8_000;
const env = environment();
const port = env.PORT ?? 3001;
let serving = waitingApp();
// it listens immediately: requests get a 503 until the service has started
const server: ServerType = serve({
  fetch: (request, bindings) => serving.fetch(request, bindings),
  port,
  hostname: env.listenHost,
  // a request body that nobody reads is closed after the same time as the readers' own limit (http/timed-body.ts)
  serverOptions: { headersTimeout: 8_000, requestTimeout: 125_000, connectionsCheckingInterval: 1_000 },
});
letGoOfSlowSenders(server as Server);
const started = await startService();
const { deps } = started;
// the setting belongs to the cabinet, which may have it although this process does not
const wrong = unreachablePages(deps.payments, env);
if (wrong) deps.log.warn(`${wrong}, unless the cabinet was told`);
const metrics = metricsOf(deps);
const requests = createRequestLog(deps);
let isDraining = false;
// sent some seconds before SIGTERM, so that a load balancer stops sending requests here
process.on("SIGUSR2", () => {
  isDraining = true;
});

const api = createApp(deps, { observe: metrics.observe, more: env.ADMIN ? adminRoutes : [] });
const app = new Hono();
app.use("/api/*", async (hono, next) => {
  const startedAt = performance.now();
  await next();
  const { method, path } = hono.req;
  const milliseconds = performance.now() - startedAt;
  const requestId = hono.req.header("x-request-id");
  const { status } = hono.res;
  deps.log.info({ method, path, status, ms: Math.round(milliseconds), requestId }, "call");
  requests.record({ requestId, method, path, status, milliseconds });
});
app.all("/api/*", (hono) => {
  const { raw } = hono.req;
  const { incoming } = hono.env as HttpBindings;
  const hasForwardedAddress = env.TRUST_CABINET && raw.headers.has("x-client-address");
  const address = hasForwardedAddress ? {} : { clientAddress: getConnInfo(hono).remote.address ?? "unknown" };
  return api.fetch(raw, { ...address, incoming } satisfies Arrival);
});
app.route(
  "/",
  healthApp(deps, metrics, () => isDraining),
);

serving = app;
deps.log.info({ port }, "the API listens");

stopOnSignal(started, async () => {
  isDraining = true;
  const closed = once(server, "close");
  server.close();
  const timer = setTimeout(
    () => "closeAllConnections" in server && server.closeAllConnections(),
    drainMilliseconds,
  );
  await closed;
  clearTimeout(timer);
  await requests.stop();
});

/**
 * The app while the service starts, which lasts until its database is available: alive, not ready, endpoints return
 * 503.
 */
function waitingApp(): Hono {
  const app = new Hono();
  app.get("/livez", (hono) => hono.text("alive"));
  app.get("/readyz", (hono) => hono.text("waiting for the database", 503));
  app.all("/api/*", (hono) => handleError(hono.req.raw, databaseAway()));
  return app;
}

/** Health endpoints outside of `/api`, for orchestration and monitoring: alive, ready, metrics. */
function healthApp(deps: Deps, metrics: Metrics, isDraining: () => boolean): Hono {
  const app = new Hono();
  app.get("/livez", (hono) => hono.text(`alive ${version}`));
  app.get("/readyz", async (hono) => {
    if (isDraining()) return hono.text("draining", 503);
    try {
      await requireWritableDatabase(deps.db);
      return hono.text("ready");
    } catch (error) {
      deps.log.warn({ err: error }, "not ready");
      return hono.text("the database does not answer", 503);
    }
  });
  app.get("/metrics", async (hono) =>
    hono.text(await metrics.registry.metrics(), 200, { "content-type": metrics.registry.contentType }),
  );
  return app;
}
