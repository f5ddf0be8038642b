import cluster from "node:cluster";
import { once } from "node:events";
import { createServer } from "node:http";
import type { Registry } from "prom-client";
import { AggregatorRegistry } from "prom-client";
import type { Environment } from "#api/lib/environment";

/**
 * Serves `/metrics` on METRICS_PORT if it is set: a port other than that of the pages, so that the public can't see
 * it. A cluster worker sends its metrics to the primary, which has the port.
 */
export async function serveMetrics(
  registry: Registry,
  { METRICS_PORT, METRICS_HOST }: Pick<Environment, "METRICS_PORT" | "METRICS_HOST">,
): Promise<() => void> {
  if (METRICS_PORT === undefined) return () => {};
  if (cluster.isWorker) {
    AggregatorRegistry.setRegistries(registry);
    // its constructor registers the listener that answers the primary
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
