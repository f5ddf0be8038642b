import "./load-env";
import { once } from "node:events";
import type { Server } from "node:http";
import type { HttpBindings, ServerType } from "@hono/node-server";
import { serve } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import { Hono } from "hono";
import { createApp } from "#api/app";
import { createDeps } from "#api/bootstrap/create-deps";
import { metricsOf } from "#api/bootstrap/metrics";
import type { Arrival } from "#api/http/incoming-request";
import { letGoOfSlowSenders } from "#api/http/slow-senders";
import { unreachablePages } from "#api/integrations/payments/index";
import { environment } from "#api/lib/environment";
import { healthApp, waitingApp } from "./health";
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
  hostname: env.HOST,
  // a body that nobody reads any more is held no longer than its readers would (http/timed-body.ts)
  serverOptions: { headersTimeout: 8_000, requestTimeout: 125_000, connectionsCheckingInterval: 1_000 },
});
letGoOfSlowSenders(server as Server);
const started = await createDeps({ patienceMilliseconds: Number.POSITIVE_INFINITY });
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

const api = createApp(deps, metrics.observe);
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
  const isTold = env.TRUST_CABINET && raw.headers.has("x-client-address");
  const address = isTold ? {} : { clientAddress: getConnInfo(hono).remote.address ?? "unknown" };
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
