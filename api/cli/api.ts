import "./load-env";
import { once } from "node:events";
import type { Server } from "node:http";
import type { HttpBindings, ServerType } from "@hono/node-server";
import { serve } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import { Hono } from "hono";
import { createApp } from "#api/app";
import { metricsOf } from "#api/bootstrap/metrics";
import { startParts } from "#api/bootstrap/start-parts";
import type { Arrival } from "#api/http/asked";
import { letGoOfSlowSenders } from "#api/http/slow-senders";
import { unreachablePages } from "#api/integrations/payments/index";
import { environment } from "#api/lib/environment";
import { healthApp, waitingApp } from "./health";
import { stopWhenTold } from "./stop-when-told";

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
  // a body that nobody reads any more is held no longer than its readers would (calls/timed-body.ts)
  serverOptions: { headersTimeout: 8_000, requestTimeout: 125_000, connectionsCheckingInterval: 1_000 },
});
letGoOfSlowSenders(server as Server);
const started = await startParts({ patienceMilliseconds: Number.POSITIVE_INFINITY });
const { parts } = started;
// the setting is the cabinet's: what this process was not told, that one may have been
const wrong = unreachablePages(parts.payments, env);
if (wrong) parts.log.warn(`${wrong}, unless the cabinet was told`);
const metrics = metricsOf(parts);
let isDraining = false;
// said some seconds before SIGTERM, so that a balancer sends nobody here any more
process.on("SIGUSR2", () => {
  isDraining = true;
});

const api = createApp(parts, metrics.observe);
const app = new Hono();
app.use("/api/*", async (hono, next) => {
  const startedAt = performance.now();
  await next();
  const { method, path } = hono.req;
  const milliseconds = performance.now() - startedAt;
  const requestId = hono.req.header("x-request-id");
  parts.log.info({ method, path, status: hono.res.status, ms: Math.round(milliseconds), requestId }, "call");
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
  healthApp(parts, metrics, () => isDraining),
);

serving = app;
parts.log.info({ port }, "the API listens");

stopWhenTold(started, async () => {
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
