import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertConsoleRows } from "#api/admin/testing";
import { freePort } from "#api/cli/free-port";
import { parseEnvironment } from "#api/lib/environment";
import { countWaiting } from "#api/modules/staff/count-waiting";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { rowsRead } from "#api/testing/rows-read";
import { waitingKinds } from "#contract/admin/waiting";
import { metricsOf } from "./metrics";
import { serveMetrics } from "./metrics-server";
import { seedTariffs } from "./seed/tariffs";

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

test("the gauges of waiting items count in SQL up to a limit, and read one row of each kind", async () => {
  await seedTariffs(api.deps);
  await insertConsoleRows(api.db, 1, 300);
  await api.db.execute(sql`analyze`);
  const { registry } = metricsOf(api.deps);
  const valuesOf = async (name: string) => {
    const { values } = (await registry.getSingleMetric(name)?.get()) ?? { values: [] };
    return values.map(({ labels, value }) => [labels.event, Math.floor(value / 60)]);
  };
  let ages: unknown[] = [];
  expect(
    await rowsRead(api, async () => {
      ages = await valuesOf("waiting_items_oldest_seconds");
    }),
  ).toBeLessThan(50);
  expect(ages).toEqual(waitingKinds.map((kind) => [kind, 300]));
  const counted = await registry.getSingleMetric("waiting_items")?.get();
  expect(counted?.values.map(({ labels, value }) => [labels.event, value])).toEqual(
    waitingKinds.map((kind) => [kind, 300]),
  );
  expect(await countWaiting(api.db, 100)).toEqual(
    Object.fromEntries(waitingKinds.map((kind) => [kind, 100])),
  );
});
