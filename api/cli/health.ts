import { Hono } from "hono";
import { databaseAway, handleError } from "#api/app";
import type { Metrics } from "#api/bootstrap/metrics";
import { refuseUnready } from "#api/db/readiness";
import type { Deps } from "#api/deps";
import { version } from "#api/lib/version";

/** The same while the service still starts, which it does for as long as its database is away: alive, not ready, calls answer 503. */
export function waitingApp(): Hono {
  const app = new Hono();
  app.get("/livez", (hono) => hono.text("alive"));
  app.get("/readyz", (hono) => hono.text("waiting for the database", 503));
  app.all("/api/*", (hono) => handleError(hono.req.raw, databaseAway()));
  return app;
}

/** For the machinery around the service, outside of `/api`: is it alive, may it get calls, how is it doing. */
export function healthApp(deps: Deps, metrics: Metrics, isDraining: () => boolean): Hono {
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
