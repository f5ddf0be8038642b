import { afterAll, beforeAll, expect, test } from "vitest";
import { transaction } from "#api/db/transaction";
import { firstRows } from "#api/http/pagination";
import { checkLedger } from "#api/ledger/ledger";
import { ledgerRowsOf } from "#api/modules/balance/ledger-rows";
import { markDirty } from "#api/modules/monitoring/history/refresh";
import { refreshWhole } from "#api/modules/monitoring/history/refresh-remaining";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/monitoring/index";
import { demoId, seedClients } from "./demo-clients";
import { demoMonitoringAddress, seedDemoMonitoring } from "./demo-monitoring";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

test("the demo's subscription is paid from the balance, by a deposit of its price", async () => {
  await seedClients(api.deps);
  await seedDemoMonitoring(api.deps);
  const rows = await ledgerRowsOf(api.db, demoId("anna"), {}, firstRows(10));
  expect(rows.map(({ amountCents, balanceCents }) => [amountCents, balanceCents])).toEqual([
    [-24_00, 0],
    [24_00, 24_00],
  ]);
  expect(await checkLedger(api.db)).toEqual([]);
});

test("the demo's figures match its rows, equity included", async () => {
  const figures = async () =>
    (await api.call(contract.statistics, { monitoringId: demoMonitoringAddress })).body;
  const seeded = await figures();
  await transaction(api.db, (tx) =>
    markDirty(tx, demoMonitoringAddress, { events: 0, flows: 0, coverage: 0 }),
  );
  await refreshWhole(api.db, demoMonitoringAddress);
  expect(await figures()).toEqual(seeded);
  // an account that grew for a year
  expect(Number(seeded.sharpe_annual)).toBeGreaterThan(0.5);
});
