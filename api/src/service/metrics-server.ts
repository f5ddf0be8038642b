import { once } from "node:events";
import { createServer } from "node:http";
import type { Registry } from "prom-client";
import { environment } from "#api/values/environment";

/** Answers `/metrics` on METRICS_PORT, where that is set: beside the pages, so that nobody outside sees it. */
export async function serveMetrics(registry: Pick<Registry, "metrics" | "contentType">): Promise<() => void> {
  const { METRICS_PORT, METRICS_HOST = "127.0.0.1" } = environment();
  if (!METRICS_PORT) return () => {};
  const server = createServer(async (request, response) => {
    const isAsked = request.url === "/metrics";
    const text = isAsked ? await registry.metrics().catch(() => null) : null;
    response.statusCode = text === null ? (isAsked ? 503 : 404) : 200;
    response.setHeader("content-type", registry.contentType);
    response.end(text ?? "");
  });
  server.listen(Number(METRICS_PORT), METRICS_HOST);
  await once(server, "listening");
  server.unref();
  return () => server.close();
}
