import { and, desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { machineOrders } from "#api/db/schema/machine-orders";
import { servers } from "#api/db/schema/vps";
import { transaction } from "#api/db/transaction";
import type { OrderKind } from "#api/integrations/provisioner/provisioner";
import { holdServer, releaseServer } from "#api/modules/vps/server/admin-servers";
import {
  clientWithServer,
  finishOrders,
  giveMoney,
  order,
  orderUpgrade,
  runServerJobs,
  serverOf,
  tokenOf,
  vpsApi,
} from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import { dayOf } from "#contract/day";
import * as contract from "#contract/vps/index";
import { applyReport } from "./apply-report";

let api: TestApi;
beforeAll(async () => {
  api = await vpsApi();
});
afterAll(() => api.close());
beforeEach(() => void api.sentEmails.splice(0));

const hold = (serverId: string) =>
  transaction(api.db, (tx) => holdServer(api.deps, tx, serverId, { reason: "Spam" }));
const release = (serverId: string) => transaction(api.db, (tx) => releaseServer(api.deps, tx, serverId));
const readyEmails = () => api.sentEmails.filter(({ template }) => template === "serverReady");

const isOn = async (serverId: string) => (await serverOf(api, serverId)).isOn;

const ordersOf = (serverId: string, kind: OrderKind) =>
  api.db
    .select()
    .from(machineOrders)
    .where(and(eq(machineOrders.serverId, serverId), eq(machineOrders.kind, kind)))
    .orderBy(desc(machineOrders.acceptedAt));

/** Reports the newest order of a kind as done before the simulated provisioner does. */
async function done(serverId: string, kind: OrderKind): Promise<void> {
  const [newest] = await ordersOf(serverId, kind);
  expect(await applyReport(api.deps, { orderId: newest?.id ?? "", status: "done" })).toBe(true);
}

test("a server that is blocked during a resize is turned off again afterwards", async () => {
  const { id, serverId } = await clientWithServer(api);
  const tomorrow = dayOf(new Date(api.deps.clock.now().getTime() + 86_400_000));
  const upgrade = { serverId, rateId: "trader-4", date: tomorrow };
  expect((await orderUpgrade(api, await tokenOf(api, id), upgrade)).status).toBe(200);
  api.pass({ days: 1 });
  await runServerJobs(api);
  await hold(serverId);
  await done(serverId, "block");
  expect(await isOn(serverId)).toBe(false);

  await done(serverId, "resize");
  expect(await ordersOf(serverId, "block")).toHaveLength(2);
  await finishOrders(api);
  expect(await isOn(serverId)).toBe(false);
});

test.each([
  ["before its block needs no second block", ["restart"], 1],
  ["after its block is blocked again", ["block", "restart"], 2],
] as const)("a machine that is started %s", async (_, doneInTurn, blocks) => {
  const { id, serverId } = await clientWithServer(api);
  const restart = { serverId, action: "restart" } as const;
  expect((await api.call(contract.control, restart, { token: await tokenOf(api, id) })).status).toBe(200);
  await hold(serverId);
  for (const kind of doneInTurn) await done(serverId, kind);
  expect(await ordersOf(serverId, "block")).toHaveLength(blocks);
  await finishOrders(api);
  expect(await isOn(serverId)).toBe(false);
});

async function settingUp(cents = 10_000) {
  const client = await api.newClient();
  await giveMoney(api, client.id, cents);
  const { body } = await api.call(contract.rent, order, { token: client.token });
  return { ...client, serverId: body.serverId };
}

test("a server set up while the operator held it is announced as ready once, when it is released", async () => {
  const { email, serverId } = await settingUp();
  await hold(serverId);
  await finishOrders(api);
  expect(readyEmails()).toEqual([]);

  await release(serverId);
  await finishOrders(api);
  expect(readyEmails()).toMatchObject([{ to: email }]);
  await hold(serverId);
  await release(serverId);
  await finishOrders(api);
  expect(readyEmails()).toHaveLength(1);
});

test("a server set up after its paid time had ended is announced as ready when it is paid", async () => {
  const { id, email, serverId } = await settingUp(1900);
  const blockedAt = api.deps.clock.now();
  const ended = { status: "blocked", blockedAt, paidUntil: new Date(blockedAt.getTime() - 1) } as const;
  await api.db.update(servers).set(ended).where(eq(servers.id, serverId));
  await finishOrders(api);
  expect(readyEmails()).toEqual([]);
  await giveMoney(api, id, 1900);
  const renewed = await api.call(contract.renew, { serverId, months: 1 }, { token: await tokenOf(api, id) });
  expect(renewed.status).toBe(200);
  await finishOrders(api);
  expect(readyEmails()).toMatchObject([{ to: email }]);
});
