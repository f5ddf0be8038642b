import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { simulatedFaults } from "#api/db/schema/hypervisor";
import { machineOrders } from "#api/db/schema/machine-orders";
import { serverPayments, upgrades } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import type { OrderKind } from "#api/integrations/provisioner/provisioner";
import { balancesOf, checkLedger } from "#api/ledger/ledger";
import { newReferral } from "#api/modules/partners/testing";
import {
  clientWithServer,
  finishOrders,
  giveMoney,
  inDays,
  order,
  orderUpgrade,
  passUntil,
  runServerJobs,
  serverOf,
  tokenOf,
  vpsApi,
} from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import * as partner from "#contract/partners/index";
import * as contract from "#contract/vps/index";
import {
  holdServer,
  refundFailedUpgrade,
  refundServer,
  releaseServer,
  retryOrder,
  revokeByOperator,
} from "./admin-servers";

let api: TestApi;
beforeAll(async () => {
  api = await vpsApi();
});
afterAll(async () => {
  expect(await checkLedger(api.db)).toEqual([]);
  await api.close();
});

const price = 1900;
const startingCents = 100_000;

type Act<Answer> = (deps: TestApi["deps"], tx: Tx, id: string, why: { reason: string }) => Promise<Answer>;
/** Runs an operator's action; returns its result, or the error's status and code. */
const act = <Answer>(what: Act<Answer>, id: string) =>
  transaction(api.db, (tx) => what(api.deps, tx, id, { reason: "Spam" })).catch(
    ({ status, code }: { status: number; code: string }) => [status, code] as const,
  );
const ordersOf = (serverId: string, kind: OrderKind) =>
  api.db
    .select()
    .from(machineOrders)
    .where(and(eq(machineOrders.serverId, serverId), eq(machineOrders.kind, kind)))
    .orderBy(machineOrders.acceptedAt, machineOrders.id);
const mainOf = async (userId: string) => (await balancesOf(api.db, userId)).main;
/** Makes the hypervisor fail its next order of a kind. */
const fail = (kind: OrderKind, machineId?: string) =>
  api.db.insert(simulatedFaults).values({ id: api.deps.ids.id(), machineId, kind, count: 1 });

/** Creates a client whose server's machine could not be created. */
async function clientWithoutMachine(clientId?: string) {
  const id = clientId ?? (await api.newClient()).id;
  await giveMoney(api, id, startingCents);
  await fail("create");
  const rented = await api.call(contract.rent, order, { token: await tokenOf(api, id) });
  await finishOrders(api);
  const { serverId } = rented.body;
  const [create] = await ordersOf(serverId, "create");
  expect(create?.status).toBe("failed");
  return { id, serverId, orderId: create?.id ?? "" };
}

/** Creates a client whose upgrade failed at the hypervisor. */
async function clientWithFailedUpgrade() {
  const client = await clientWithServer(api);
  const { id, serverId } = client;
  await fail("resize", serverId);
  const token = await tokenOf(api, id);
  const input = { serverId, rateId: "trader-4", date: inDays(api, 0) };
  const { body } = await orderUpgrade(api, token, input);
  await runServerJobs(api);
  await finishOrders(api);
  const [resize] = await ordersOf(serverId, "resize");
  expect(resize?.status).toBe("failed");
  return { ...client, chargedCents: body.totalCents, orderId: resize?.id ?? "" };
}
const upgradeOf = async (serverId: string) =>
  (await api.db.select().from(upgrades).where(eq(upgrades.serverId, serverId)))[0]?.status;

test("an unknown id is 404 for every action", async () => {
  for (const what of [holdServer, releaseServer, revokeByOperator, refundFailedUpgrade, refundServer])
    expect(await act(what as Act<unknown>, "nosuchserver")).toEqual([404, "notFound"]);
  expect(await act(retryOrder, "nosuchorder")).toEqual([404, "notFound"]);
});

test("holding a server again keeps the time of its first block, and its machine is turned off once", async () => {
  const { serverId } = await clientWithServer(api);
  await act(holdServer, serverId);
  const { blockedAt } = await serverOf(api, serverId);
  api.pass({ minutes: 5 });
  await act(holdServer, serverId);
  expect(await serverOf(api, serverId)).toMatchObject({ status: "blocked", isHeld: true, blockedAt });
  expect(await ordersOf(serverId, "block")).toHaveLength(1);
});

test("a paid server is active again after its release, and is released once", async () => {
  const { serverId } = await clientWithServer(api);
  expect(await act(releaseServer, serverId)).toEqual([409, "serverNotHeld"]);
  await act(holdServer, serverId);
  await act(releaseServer, serverId);
  expect(await serverOf(api, serverId)).toMatchObject({ status: "active", isHeld: false, blockedAt: null });
  expect(await ordersOf(serverId, "unblock")).toHaveLength(1);
  expect(await act(releaseServer, serverId)).toEqual([409, "serverNotHeld"]);
});

test("a server without a machine is being set up again after its release, and no machine is turned on", async () => {
  const { serverId } = await clientWithoutMachine();
  await act(holdServer, serverId);
  expect(await ordersOf(serverId, "block")).toEqual([]);
  await act(releaseServer, serverId);
  expect(await serverOf(api, serverId)).toMatchObject({
    status: "settingUp",
    isHeld: false,
    blockedAt: null,
  });
  expect(await ordersOf(serverId, "unblock")).toEqual([]);
});

test("a server whose paid time ends at the moment of its release stays blocked, with its grace period from then", async () => {
  const { serverId } = await clientWithServer(api);
  await act(holdServer, serverId);
  const { paidUntil } = await serverOf(api, serverId);
  passUntil(api, paidUntil);
  await act(releaseServer, serverId);
  expect(await serverOf(api, serverId)).toMatchObject({
    status: "blocked",
    isHeld: false,
    blockedAt: api.deps.clock.now(),
  });
  expect(await ordersOf(serverId, "unblock")).toEqual([]);
});

test("a server is revoked once and can't be held after that; its open upgrade is refunded", async () => {
  const { id, serverId } = await clientWithServer(api);
  const token = await tokenOf(api, id);
  await orderUpgrade(api, token, { serverId, rateId: "trader-4", date: inDays(api, 5) });
  expect(await mainOf(id)).toBeLessThan(startingCents - price);
  await act(revokeByOperator, serverId);
  expect(await mainOf(id)).toBe(startingCents - price);
  expect(await upgradeOf(serverId)).toBe("cancelled");
  expect(await serverOf(api, serverId)).toMatchObject({ status: "revoked", autoRenewal: false });
  expect(await ordersOf(serverId, "remove")).toHaveLength(1);
  expect(await act(revokeByOperator, serverId)).toEqual([409, "serverRevoked"]);
  expect(await act(holdServer, serverId)).toEqual([409, "serverRevoked"]);
});

test("a failed order is retried once, under a new id", async () => {
  const { serverId, orderId } = await clientWithoutMachine();
  const anew = await act(retryOrder, orderId);
  expect(await act(retryOrder, orderId)).toEqual([409, "orderNotFailed"]);
  const [first, second] = await ordersOf(serverId, "create");
  expect([first?.replacedBy, second?.id, second?.upgradeId]).toEqual([anew, anew, null]);
  await finishOrders(api);
  expect(await serverOf(api, serverId)).toMatchObject({ status: "active" });
  expect(await act(retryOrder, String(anew))).toEqual([409, "orderNotFailed"]);
});

test("an order that a later decision made outdated is not retried", async () => {
  const { serverId, orderId } = await clientWithoutMachine();
  await act(revokeByOperator, serverId);
  expect(await act(retryOrder, orderId)).toEqual([409, "orderOutdated"]);
  expect(await ordersOf(serverId, "create")).toHaveLength(1);
});

test("a failed upgrade that is retried runs again, and finishes", async () => {
  const { serverId, orderId } = await clientWithFailedUpgrade();
  expect(await upgradeOf(serverId)).toBe("failed");
  await act(retryOrder, orderId);
  expect(await upgradeOf(serverId)).toBe("running");
  expect(await act(refundFailedUpgrade, serverId)).toEqual([409, "upgradeAccepted"]);
  await finishOrders(api);
  expect([await upgradeOf(serverId), (await serverOf(api, serverId)).rateId]).toEqual(["done", "trader-4"]);
  expect(await act(refundFailedUpgrade, serverId)).toEqual([404, "notFound"]);
});

test("a failed upgrade is refunded once, and not retried after that", async () => {
  const { id, serverId, chargedCents, orderId } = await clientWithFailedUpgrade();
  expect(await mainOf(id)).toBe(startingCents - price - chargedCents);
  expect(await act(refundFailedUpgrade, serverId)).toBe(chargedCents);
  expect(await mainOf(id)).toBe(startingCents - price);
  expect(await act(refundFailedUpgrade, serverId)).toEqual([404, "notFound"]);
  expect(await act(retryOrder, orderId)).toEqual([409, "upgradeOutdated"]);
});

test("a server that could not be set up is refunded in full: its renewals, its partner's rewards", async () => {
  const referrer = await api.newClient();
  const { id: clientId } = await newReferral(api, referrer.id);
  const { id, serverId } = await clientWithoutMachine(clientId);
  const token = await tokenOf(api, id);
  await api.call(contract.renew, { serverId, months: 3 }, { token });
  const rewarded = async () =>
    (await api.call(partner.partnerInfo, {}, { token: await tokenOf(api, referrer.id) })).body.balanceCents;
  expect(await rewarded()).toBeGreaterThan(0);
  const paidUntil = (await serverOf(api, serverId)).paidUntil;
  expect(await act(refundServer, serverId)).toBe(price + 5415);
  expect([await mainOf(id), await rewarded()]).toEqual([startingCents, 0]);
  const [refund] = await api.db
    .select()
    .from(serverPayments)
    .where(and(eq(serverPayments.serverId, serverId), eq(serverPayments.kind, "refund")));
  expect(refund).toMatchObject({
    priceCents: -7315,
    totalCents: -7315,
    discountCents: 0,
    periodTo: paidUntil,
  });
  expect(await serverOf(api, serverId)).toMatchObject({ status: "revoked" });
  expect(await act(refundServer, serverId)).toEqual([409, "serverIsSetUp"]);
});

test("a server that works can't be refunded as one that could not be set up", async () => {
  const { id, serverId } = await clientWithServer(api);
  expect(await act(refundServer, serverId)).toEqual([409, "serverIsSetUp"]);
  expect(await mainOf(id)).toBe(startingCents - price);
});
