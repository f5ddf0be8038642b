import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "#api/cli/free-port";
import { parseEnvironment } from "#api/lib/environment";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { metricsOf } from "./metrics";
import { serveMetrics } from "./metrics-server";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

test("metrics are served on a separate port, and nothing else is", async () => {
  const port = await freePort();
  const env = parseEnvironment({ METRICS_PORT: String(port) });
  const close = await serveMetrics(metricsOf(api.deps).registry, env);
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  for (const name of [
    "service_info{version=",
    "jobs_oldest_due_seconds 0",
    "letters_waiting 0",
    "ledger_faults 0",
    'backup_age_seconds{state="made"} +Inf',
    'waiting_items{event="ticket"} 0',
    'waiting_items_oldest_seconds{event="ticket"} 0',
    "database_connections",
  ])
    expect(text).toContain(name);
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
  close();
});
