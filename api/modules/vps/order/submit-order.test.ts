import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { runDueJobs } from "#api/bootstrap/run-due-jobs";
import { machineOrders } from "#api/db/schema/machine-orders";
import { rates } from "#api/db/schema/vps";
import { transaction } from "#api/db/transaction";
import type { MachineOrder, OrderKind, Provisioner } from "#api/integrations/provisioner/provisioner";
import {
  clientWithServer,
  inDays,
  orderUpgrade,
  runServerJobs,
  serverOf,
  tokenOf,
  vpsApi,
} from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import { followOrder } from "./follow-order";
import type { Order } from "./orders";
import { orderMachine } from "./orders";
import { maxSubmitAttempts, submitOrder } from "./submit-order";

let api: TestApi;
let simulated: Provisioner;
/** Orders that were submitted, and ids of orders that were asked for. */
let submitted: MachineOrder[] = [];
let checked: string[] = [];

beforeAll(async () => {
  api = await vpsApi();
  simulated = api.deps.provisioner;
});
afterAll(() => api.close());
beforeEach(async () => {
  // nothing of the test before is submitted or polled any more
  await api.db.update(machineOrders).set({ status: "done" });
  [submitted, checked] = [[], []];
  withProvisioner({});
});

/** Puts a recorder in front of the simulated hypervisor, with changed answers. */
function withProvisioner(changes: Partial<Provisioner>) {
  const answers = { ...simulated, ...changes };
  api.deps.provisioner = {
    ...answers,
    submit: async (order) => {
      submitted.push(order);
      await answers.submit(order);
    },
    check: async (orderId) => {
      checked.push(orderId);
      return answers.check(orderId);
    },
  };
}

const refuse = () => Promise.reject(new Error("no capacity"));
const rowOf = async ({ id }: Pick<Order, "id">) => {
  const [row] = await api.db.select().from(machineOrders).where(eq(machineOrders.id, id));
  return row;
};
const orderFor = (serverId: string, kind: OrderKind, more = {}) =>
  transaction(api.db, (tx) => orderMachine(api.deps, tx, { serverId, kind, ...more }));
/** Orders a restart from a provisioner with changed answers. */
async function ordered(changes: Partial<Provisioner> = {}) {
  const { serverId } = await clientWithServer(api);
  [submitted, checked] = [[], []];
  withProvisioner(changes);
  return orderFor(serverId, "restart");
}

describe("submitOrder", () => {
  it("submits the order with the server's system and the size of its tariff", async () => {
    const { serverId } = await clientWithServer(api);
    const { rateId, operatingSystem } = await serverOf(api, serverId);
    const [rate] = await api.db.select().from(rates).where(eq(rates.id, rateId));
    const { processor, memoryMb, diskGb, trafficGb } = rate ?? {};
    submitted = [];
    const { id } = await orderFor(serverId, "restart");
    await runDueJobs(api.deps);
    expect(submitted).toEqual([
      {
        id,
        kind: "restart",
        serverId,
        operatingSystem,
        rate: { id: rateId, processor, memoryMb, diskGb, trafficGb },
      },
    ]);
  });

  it("submits the selected system, the snapshot and the size after an upgrade", async () => {
    const { id: userId, serverId } = await clientWithServer(api);
    submitted = [];
    await orderFor(serverId, "reinstall", { operatingSystem: "Ubuntu 24.04" });
    await runDueJobs(api.deps);
    await orderFor(serverId, "takeSnapshot", { snapshot: "monday" });
    await runDueJobs(api.deps);
    const choice = { serverId, rateId: "trader-4", date: inDays(api, 1) };
    await orderUpgrade(api, await tokenOf(api, userId), choice);
    api.pass({ days: 1 });
    await runServerJobs(api);
    expect(submitted).toMatchObject([
      { kind: "reinstall", operatingSystem: "Ubuntu 24.04", rate: { id: "trader-2" } },
      { kind: "takeSnapshot", snapshot: "monday", rate: { id: "trader-2" } },
      { kind: "resize", rate: { id: "trader-4" } },
    ]);
  });

  it("marks an accepted order as running; a repeat of the job submits nothing", async () => {
    const order = await ordered();
    const acceptedAt = api.deps.clock.now();
    expect(order).toMatchObject({ status: "accepted", acceptedAt, attempts: 0 });
    await runDueJobs(api.deps);
    await submitOrder.run({ orderId: order.id }, api.deps);
    await submitOrder.run({ orderId: "nosuchorder" }, api.deps);
    expect(submitted).toHaveLength(1);
    expect(await rowOf(order)).toMatchObject({ status: "running", attempts: 1 });
  });

  it("doubles the pause after each refusal, and fails the order after the last with the reason", async () => {
    const warn = vi.spyOn(api.deps.log, "warn");
    const order = await ordered({ submit: refuse });
    await runDueJobs(api.deps);
    for (let attempt = 1; attempt < maxSubmitAttempts; attempt++) {
      expect([attempt, submitted.length, (await rowOf(order))?.status]).toEqual([
        attempt,
        attempt,
        "accepted",
      ]);
      api.pass({ seconds: 5 * 2 ** (attempt - 1) - 1 });
      await runDueJobs(api.deps);
      expect(submitted).toHaveLength(attempt);
      api.pass({ seconds: 1 });
      await runDueJobs(api.deps);
    }
    expect(submitted).toHaveLength(maxSubmitAttempts);
    expect(await rowOf(order)).toMatchObject({
      status: "failed",
      attempts: maxSubmitAttempts,
      error: "not taken: no capacity",
    });
    const refusals = warn.mock.calls.filter(([, message]) => message?.includes("did not take an order"));
    expect(refusals.at(-1)?.[0]).toMatchObject({ orderId: order.id, attempts: maxSubmitAttempts });
    warn.mockRestore();
  });

  it("records a reason that is no error object", async () => {
    // libraries may throw anything
    const order = await ordered({ submit: () => Promise.reject("closed") });
    await api.db
      .update(machineOrders)
      .set({ attempts: maxSubmitAttempts - 1 })
      .where(eq(machineOrders.id, order.id));
    await runDueJobs(api.deps);
    expect(await rowOf(order)).toMatchObject({ status: "failed", error: "not taken: closed" });
  });

  it("does not poll a provisioner that calls back", async () => {
    const order = await ordered({ retrySeconds: null });
    await runDueJobs(api.deps);
    api.pass({ minutes: 10 });
    await runDueJobs(api.deps);
    expect([checked, (await rowOf(order))?.status]).toEqual([[], "running"]);
  });
});

describe("followOrder", () => {
  it("polls at the provisioner's interval until the order is done", async () => {
    const order = await ordered({
      retrySeconds: 10,
      check: async (orderId) => ({ orderId, status: "running" }),
    });
    await runDueJobs(api.deps);
    for (const polls of [1, 2]) {
      api.pass({ seconds: 9 });
      await runDueJobs(api.deps);
      expect(checked).toHaveLength(polls - 1);
      api.pass({ seconds: 1 });
      await runDueJobs(api.deps);
      expect(checked).toHaveLength(polls);
    }
    withProvisioner({ retrySeconds: 10, check: async (orderId) => ({ orderId, status: "done" }) });
    api.pass({ seconds: 10 });
    await runDueJobs(api.deps);
    expect(await rowOf(order)).toMatchObject({ status: "done", finishedAt: api.deps.clock.now() });
    api.pass({ minutes: 1 });
    await runDueJobs(api.deps);
    expect(checked).toEqual([order.id, order.id, order.id]);
  });

  it("polls again if the provisioner does not know the order, after a minute without an interval", async () => {
    const order = await ordered({ check: async () => null });
    await runDueJobs(api.deps);
    withProvisioner({ retrySeconds: null, check: async () => null });
    api.pass({ seconds: 3 });
    await runDueJobs(api.deps);
    expect(checked).toHaveLength(1);
    api.pass({ seconds: 59 });
    await runDueJobs(api.deps);
    expect(checked).toHaveLength(1);
    api.pass({ seconds: 1 });
    await runDueJobs(api.deps);
    expect(checked).toHaveLength(2);
    expect((await rowOf(order))?.status).toBe("running");
  });

  it("records a failure with its reason", async () => {
    const failed = { status: "failed", reason: "the disk is full" } as const;
    const order = await ordered({ check: async (orderId) => ({ orderId, ...failed }) });
    await runDueJobs(api.deps);
    api.pass({ seconds: 3 });
    await runDueJobs(api.deps);
    expect(await rowOf(order)).toMatchObject({ status: "failed", error: "the disk is full" });
  });

  it("asks for no order that is finished or unknown", async () => {
    const order = await ordered();
    for (const status of ["done", "failed"] as const) {
      const isOrder = eq(machineOrders.id, order.id);
      await api.db.update(machineOrders).set({ status }).where(isOrder);
      await followOrder.run({ orderId: order.id }, api.deps);
    }
    await followOrder.run({ orderId: "nosuchorder" }, api.deps);
    expect(checked).toEqual([]);
  });
});
