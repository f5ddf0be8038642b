import cluster from "node:cluster";
import { once } from "node:events";
import { createServer } from "node:http";
import type { Registry } from "prom-client";
import { AggregatorRegistry } from "prom-client";
import type { Environment } from "#api/lib/environment";

/**
 * Answers `/metrics` on METRICS_PORT, where that is set: beside the pages, so that nobody outside sees it.
 * A worker of a cluster hands its figures to the primary, which has the port.
 */
export async function serveMetrics(
  registry: Registry,
  { METRICS_PORT, METRICS_HOST }: Pick<Environment, "METRICS_PORT" | "METRICS_HOST">,
): Promise<() => void> {
  if (METRICS_PORT === undefined) return () => {};
  if (cluster.isWorker) {
    AggregatorRegistry.setRegistries(registry);
    // to be made is what lets it answer the primary
    void new AggregatorRegistry();
    return () => {};
  }
  const server = createServer(async (request, response) => {
    const isMetrics = request.url === "/metrics";
    const text = isMetrics ? await registry.metrics().catch(() => null) : null;
    response.statusCode = text === null ? (isMetrics ? 503 : 404) : 200;
    response.setHeader("content-type", registry.contentType);
    response.end(text ?? "");
  });
  server.listen(METRICS_PORT, METRICS_HOST);
  await once(server, "listening");
  server.unref();
  return () => server.close();
}
