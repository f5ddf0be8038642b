import { afterAll, beforeAll, expect, test } from "vitest";
import { simulatedFaults } from "#api/db/schema/hypervisor";
import { checkLedger } from "#api/ledger/ledger";
import {
  clientWithServer,
  finishOrders,
  inDays,
  orderUpgrade,
  runServerJobs,
  tokenOf,
  vpsApi,
} from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import { history } from "#contract/balance/index";
import { dayOf } from "#contract/day";
import { currentUser } from "#contract/users/index";
import * as contract from "#contract/vps/index";

let api: TestApi;
beforeAll(async () => {
  api = await vpsApi();
});
afterAll(async () => {
  expect(await checkLedger(api.db)).toEqual([]);
  await api.close();
});

const detailsOf = async (id: string, serverId: string) =>
  (await api.call(contract.getServer, { serverId }, { token: await tokenOf(api, id) })).body;
const balanceOf = async (id: string) =>
  (await api.call(currentUser, {}, { token: await tokenOf(api, id) })).body.balanceCents;

test("the history of an upgrade names its plan once", async () => {
  const { id, serverId } = await clientWithServer(api);
  const token = await tokenOf(api, id);
  const input = { serverId, rateId: "trader-4", date: inDays(api, 1) };
  expect((await orderUpgrade(api, token, input)).status).toBe(200);
  const { body } = await api.call(history, { kind: "server-payments" }, { token });
  expect(body.movements[0]?.about).toBe(`Upgrade to Trader 4, server ${serverId}`);
});

test("only larger plans are offered", async () => {
  const { id, serverId } = await clientWithServer(api);
  const { body } = await api.call(contract.upgradeOptions, { serverId }, { token: await tokenOf(api, id) });
  expect(body.rates.map(({ name }) => name)).toEqual(["Trader 4", "Trader 8"]);
  for (const rateId of ["trader-1", "trader-2", "nothing"]) {
    const rejected = await api.call(
      contract.orderUpgrade,
      { serverId, rateId, date: inDays(api, 1) },
      { token: await tokenOf(api, id) },
    );
    expect([rejected.status, Object.keys(rejected.error.fields ?? {})]).toEqual([422, ["rateId"]]);
  }
  for (const [date, message] of [
    [inDays(api, -1), "This day has passed. Choose today or later"],
    [inDays(api, 40), "Choose a day before the server's paid period ends"],
  ] as const) {
    const rejected = await api.call(
      contract.orderUpgrade,
      { serverId, rateId: "trader-4", date },
      { token: await tokenOf(api, id) },
    );
    expect([rejected.status, rejected.error.fields]).toEqual([422, { date: message }]);
  }
});

test("the difference for the days left is charged, one upgrade is pending, and it is done on its day", async () => {
  const { id, serverId } = await clientWithServer(api, {}, 10_000);
  const date = inDays(api, 10);
  const input = { serverId, rateId: "trader-4", date };
  const { body: price } = await api.call(contract.quoteUpgrade, input, { token: await tokenOf(api, id) });
  // 39 - 19 = 20 dollars for 30 days, of which 22 are left (the last one has begun)
  expect(price).toMatchObject({ daysLeft: 22, totalCents: 1467 });
  const { body } = await orderUpgrade(api, await tokenOf(api, id), input);
  expect(body.totalCents).toBe(1467);
  expect(await balanceOf(id)).toBe(10_000 - 1900 - 1467);
  const second = await api.call(
    contract.orderUpgrade,
    { ...input, rateId: "trader-8" },
    { token: await tokenOf(api, id) },
  );
  expect([second.status, second.error.message]).toEqual([409, "Upgrade already accepted"]);

  await runServerJobs(api);
  expect(await detailsOf(id, serverId)).toMatchObject({
    tariff: "Trader 2",
    upgrade: { status: "pending" },
  });
  api.pass({ days: 10 });
  await runServerJobs(api);
  expect(await detailsOf(id, serverId)).toMatchObject({ upgrade: { status: "running" } });
  const late = await api.call(contract.cancelUpgrade, { serverId }, { token: await tokenOf(api, id) });
  expect([late.status, late.error.code]).toEqual([409, "upgradeStarted"]);
  await finishOrders(api);
  expect(await detailsOf(id, serverId)).toMatchObject({ tariff: "Trader 4", upgrade: null });
});

test("a cancelled upgrade is refunded in full, including the surcharge of a renewal", async () => {
  const { id, serverId } = await clientWithServer(api, {}, 20_000);
  await orderUpgrade(api, await tokenOf(api, id), { serverId, rateId: "trader-4", date: inDays(api, 5) });
  const renewed = await api.call(contract.renew, { serverId, months: 1 }, { token: await tokenOf(api, id) });
  expect(renewed.body.totalCents).toBe(3900);
  const { body } = await api.call(contract.cancelUpgrade, { serverId }, { token: await tokenOf(api, id) });
  expect(await balanceOf(id)).toBe(20_000 - 1900 - 1900);
  expect(body.refundedCents).toBeGreaterThan(2000);
  expect(
    (await api.call(contract.cancelUpgrade, { serverId }, { token: await tokenOf(api, id) })).status,
  ).toBe(409);
  expect(await balanceOf(id)).toBe(20_000 - 1900 - 1900);
});

test("of many concurrent upgrades one is accepted and charged", async () => {
  const { id, serverId } = await clientWithServer(api, {}, 50_000);
  const input = { serverId, rateId: "trader-4", date: inDays(api, 1) };
  const { body: price } = await api.call(contract.quoteUpgrade, input, { token: await tokenOf(api, id) });
  const agreed = { ...input, agreedCents: price.totalCents };
  const answers = await Promise.all(
    Array.from({ length: 10 }, async () =>
      api.call(contract.orderUpgrade, agreed, { token: await tokenOf(api, id) }),
    ),
  );
  const [accepted] = answers.filter(({ ok }) => ok);
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await balanceOf(id)).toBe(50_000 - 1900 - (accepted?.body.totalCents ?? 0));
});

test("a request that the hypervisor fails is shown as failed, and another can be made", async () => {
  const { id, serverId } = await clientWithServer(api);
  await api.db.insert(simulatedFaults).values({ id: "f1", machineId: serverId, kind: "restart", count: 1 });
  await api.call(contract.control, { serverId, action: "restart" }, { token: await tokenOf(api, id) });
  await finishOrders(api);
  const { body } = await api.call(contract.controlState, { serverId }, { token: await tokenOf(api, id) });
  expect(body.requests[0]).toMatchObject({ action: "restart", status: "failed" });
  await api.call(contract.control, { serverId, action: "restart" }, { token: await tokenOf(api, id) });
  await finishOrders(api);
  const again = await api.call(contract.controlState, { serverId }, { token: await tokenOf(api, id) });
  expect(again.body.requests.map(({ status }) => status)).toEqual(["done", "failed"]);
});

test("a request without an answer fails after an hour instead of hanging", async () => {
  const { id, serverId } = await clientWithServer(api);
  const silent = {
    submit: async () => {},
    check: async () => null,
    retrySeconds: null,
    callbackSecret: null,
  };
  const { provisioner } = api.deps;
  Object.assign(api.deps, { provisioner: silent });
  await api.call(contract.control, { serverId, action: "restart" }, { token: await tokenOf(api, id) });
  await finishOrders(api);
  api.pass({ minutes: 61 });
  await runServerJobs(api);
  Object.assign(api.deps, { provisioner });
  const { body } = await api.call(contract.controlState, { serverId }, { token: await tokenOf(api, id) });
  expect(body.requests[0]).toMatchObject({ status: "failed" });
});

test("a server whose paid time is over can't be upgraded, whatever its status", async () => {
  const { id, serverId } = await clientWithServer(api);
  api.pass({ days: 32 });
  const token = await tokenOf(api, id);
  const date = dayOf(api.deps.clock.now());
  const answers = await Promise.all([
    api.call(contract.quoteUpgrade, { serverId, rateId: "trader-8", date }, { token }),
    api.call(contract.orderUpgrade, { serverId, rateId: "trader-8", date }, { token }),
  ]);
  expect(answers.map(({ error }) => error.code)).toEqual(["serverNotActive", "serverNotActive"]);
});
