import { afterAll, beforeAll, expect, test } from "vitest";
import { checkDrift } from "#api/areas/vps/drift/check-drift";
import { machineDrifts } from "#api/db/schema/hypervisor";
import { deposits } from "#api/db/schema/payments";
import { checkLedger } from "#api/ledger/ledger";
import type { TestApi } from "#api/service/testing";
import { testApi } from "#api/service/testing";
import { seedDemoMoney } from "./demo-money";
import { seedDemoServers } from "./demo-servers";
import { seedPeople } from "./people";
import { seedTariffs } from "./tariffs";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

test("the demo's past is in the ledger, and seeding it again changes nothing", async () => {
  const seed = async () => {
    for (const step of [seedTariffs, seedPeople, seedDemoServers, seedDemoMoney]) await step(api.parts);
  };
  await seed();
  const state = async () => {
    const { rows } = await api.db.execute(
      "select user_id, kind, balance_cents from ledger_accounts order by id",
    );
    return { accounts: rows, orders: (await api.db.select().from(deposits)).length };
  };
  const first = await state();
  await seed();
  expect(await state()).toEqual(first);
  expect(await checkLedger(api.db)).toEqual([]);
  expect(first.orders).toBeGreaterThan(10);
});

test("the demo's machines are those of its servers", async () => {
  await checkDrift.run({}, api.parts);
  expect(await api.db.select().from(machineDrifts)).toEqual([]);
});
