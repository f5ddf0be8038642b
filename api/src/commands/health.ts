import { sql } from "drizzle-orm";
import { Hono } from "hono";
import type { Parts } from "#api/parts";
import type { Metrics } from "./metrics";

/** For the machinery around the service, outside of `/api`: is it alive, may it get calls, how is it doing. */
export function healthApp(parts: Parts, metrics: Metrics, isDraining: () => boolean): Hono {
  const app = new Hono();
  app.get("/livez", (hono) => hono.text("alive"));
  app.get("/readyz", async (hono) => {
    if (isDraining()) return hono.text("draining", 503);
    try {
      await parts.db.execute(sql`select 1`);
      return hono.text("ready");
    } catch (error) {
      parts.log.warn({ err: error }, "not ready");
      return hono.text("the database does not answer", 503);
    }
  });
  app.get("/metrics", async (hono) =>
    hono.text(await metrics.registry.metrics(), 200, { "content-type": metrics.registry.contentType }),
  );
  return app;
}
