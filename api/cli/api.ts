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
import { refuseUnready } from "#api/db/readiness";
import type { Deps } from "#api/deps";
import type { Arrival } from "#api/http/incoming-request";
import { letGoOfSlowSenders } from "#api/http/slow-senders";
import { unreachablePages } from "#api/integrations/payments/index";
import { environment } from "#api/lib/environment";
import { version } from "#api/lib/version";
import { startService } from "./start";
import { stopOnSignal } from "./stop-on-signal";

/** `npm run api`: the API alone, over HTTP on PORT. TRUST_CABINET=1 believes the client addresses that its callers report. */
const drainMilliseconds = 8_000;
const env = environment();
const port = env.PORT ?? 3001;
let serving = waitingApp();
// it listens at once: whoever asks meanwhile is told to come back
const server: ServerType = serve({
  fetch: (request, bindings) => serving.fetch(request, bindings),
  port,
  hostname: env.listenHost,
  // a body that nobody reads any more is held no longer than its readers would (http/timed-body.ts)
  serverOptions: { headersTimeout: 8_000, requestTimeout: 125_000, connectionsCheckingInterval: 1_000 },
});
letGoOfSlowSenders(server as Server);
const started = await startService();
const { deps } = started;
// the setting is the cabinet's: what this process was not told, that one may have been
const wrong = unreachablePages(deps.payments, env);
if (wrong) deps.log.warn(`${wrong}, unless the cabinet was told`);
const metrics = metricsOf(deps);
let isDraining = false;
// said some seconds before SIGTERM, so that a balancer sends nobody here any more
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
  deps.log.info({ method, path, status: hono.res.status, ms: Math.round(milliseconds), requestId }, "call");
});
app.all("/api/*", (hono) => {
  const { raw } = hono.req;
  const { incoming } = hono.env as HttpBindings;
  const isAddressGiven = env.TRUST_CABINET && raw.headers.has("x-client-address");
  const address = isAddressGiven ? {} : { clientAddress: getConnInfo(hono).remote.address ?? "unknown" };
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
});

/** The same while the service still starts, which it does for as long as its database is away: alive, not ready, calls answer 503. */
function waitingApp(): Hono {
  const app = new Hono();
  app.get("/livez", (hono) => hono.text("alive"));
  app.get("/readyz", (hono) => hono.text("waiting for the database", 503));
  app.all("/api/*", (hono) => handleError(hono.req.raw, databaseAway()));
  return app;
}

/** For the machinery around the service, outside of `/api`: is it alive, may it get calls, how is it doing. */
function healthApp(deps: Deps, metrics: Metrics, isDraining: () => boolean): Hono {
  const app = new Hono();
  app.get("/livez", (hono) => hono.text(`alive ${version}`));
  app.get("/readyz", async (hono) => {
    if (isDraining()) return hono.text("draining", 503);
    try {
      await refuseUnready(deps.db);
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
