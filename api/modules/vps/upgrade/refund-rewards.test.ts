import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { simulatedFaults } from "#api/db/schema/hypervisor";
import { machineOrders } from "#api/db/schema/machine-orders";
import { transaction } from "#api/db/transaction";
import { balancesOf, checkLedger } from "#api/ledger/ledger";
import { newReferral } from "#api/modules/partners/testing";
import { retryOrder } from "#api/modules/vps/server/admin-servers";
import {
  finishOrders,
  giveMoney,
  order,
  orderUpgrade,
  runServerJobs,
  tokenOf,
  vpsApi,
} from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import { dayOf } from "#contract/day";
import type { Endpoint, Input } from "#contract/endpoint";
import * as partner from "#contract/partners/index";
import * as contract from "#contract/vps/index";

let api: TestApi;
beforeAll(async () => {
  api = await vpsApi();
});
afterAll(async () => {
  expect(await checkLedger(api.db)).toEqual([]);
  await api.close();
});

const startingCents = 200_000;

/** Creates a partner, and a referred client with a server of the smallest tariff. */
async function pair() {
  const partnerClient = await api.newClient();
  const client = await newReferral(api, partnerClient.id);
  await giveMoney(api, client.id, startingCents);
  const callAsClient = async <C extends Endpoint>(endpoint: C, input: Input<C>) =>
    api.call(endpoint, input, { token: await tokenOf(api, client.id) });
  const upgrade = async (choice: Input<typeof contract.quoteUpgrade>) =>
    orderUpgrade(api, await tokenOf(api, client.id), choice);
  const rented = await api.call(
    contract.rent,
    { ...order, rateId: "trader-1" },
    { token: await tokenOf(api, client.id) },
  );
  const { serverId, paidUntil } = rented.body;
  return {
    partnerId: partnerClient.id,
    clientId: client.id,
    serverId,
    paidUntil,
    ask: callAsClient,
    upgrade,
  };
}

const lastDay = (paidUntil: string) => dayOf(new Date(Date.parse(paidUntil) - 86_400_000));
const partnerOf = async (id: string) =>
  (await api.call(partner.partnerInfo, {}, { token: await tokenOf(api, id) })).body;

test("a referral stays active for the whole time of a server that was set up late", async () => {
  await api.db.insert(simulatedFaults).values({ id: api.deps.ids.id(), kind: "create", count: 1 });
  const { partnerId, serverId, ask: callAsClient } = await pair();
  await finishOrders(api);
  const [failed] = await api.db.select().from(machineOrders).where(eq(machineOrders.serverId, serverId));
  api.pass({ days: 10 });
  await transaction(api.db, (tx) => retryOrder(api.deps, tx, failed?.id ?? ""));
  await finishOrders(api);
  const { paidUntil } = (await callAsClient(contract.getServer, { serverId })).body;
  const daysLeft = (Date.parse(paidUntil) - api.deps.clock.now().getTime()) / 86_400_000;
  expect(daysLeft).toBeGreaterThan(30);
  const active = async () => (await partnerOf(partnerId)).level_1_referral_active_count;
  api.pass({ minutes: (daysLeft - 0.1) * 1440 });
  expect(await active()).toBe(1);
  api.pass({ minutes: 0.2 * 1440 });
  expect(await active()).toBe(0);
});

test("a cancelled upgrade reverses the reward on its surcharge, which could not be spent before", async () => {
  const { partnerId, clientId, serverId, paidUntil, ask: callAsClient, upgrade } = await pair();
  await finishOrders(api);
  const before = await partnerOf(partnerId);
  expect([before.balanceCents, before.availableCents]).toEqual([180, 180]);

  await upgrade({ serverId, rateId: "trader-8", date: lastDay(paidUntil) });
  await callAsClient(contract.renew, { serverId, months: 12 });
  const meanwhile = await partnerOf(partnerId);
  expect(meanwhile.balanceCents).toBe(180 + 15_168);
  // the payment behind it may still be refunded
  expect(meanwhile.availableCents).toBe(180);

  await callAsClient(contract.cancelUpgrade, { serverId });
  expect((await balancesOf(api.db, clientId)).main).toBe(startingCents - 900 - 8_640);
  const after = await partnerOf(partnerId);
  // a fifth of the remaining amounts: 9 dollars for the month, 86.40 for the year at the smaller price
  expect([after.balanceCents, after.availableCents]).toEqual([180 + 1_728, 180 + 1_728]);
});

test("a reward on a renewal at the larger price clears when the upgrade is done", async () => {
  const { partnerId, serverId, paidUntil, ask: callAsClient, upgrade } = await pair();
  await finishOrders(api);
  await upgrade({ serverId, rateId: "trader-2", date: lastDay(paidUntil) });
  await callAsClient(contract.renew, { serverId, months: 1 });
  expect((await partnerOf(partnerId)).availableCents).toBe(180);
  api.pass({ days: 30 });
  await runServerJobs(api);
  await finishOrders(api);
  expect((await partnerOf(partnerId)).availableCents).toBe(180 + 380);
});

test("a reward on a server that is not set up yet has not cleared: it may be refunded in full", async () => {
  const { partnerId } = await pair();
  const info = await partnerOf(partnerId);
  expect([info.balanceCents, info.availableCents, info.clearingCents]).toEqual([180, 0, 180]);
  await finishOrders(api);
  expect((await partnerOf(partnerId)).availableCents).toBe(180);
});
