import { and, eq, isNull, ne } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, test, vi } from "vitest";
import { runDueJobs } from "#api/bootstrap/run-due-jobs";
import { machineDrifts, simulatedMachines } from "#api/db/schema/hypervisor";
import { machineOrders } from "#api/db/schema/machine-orders";
import { servers } from "#api/db/schema/vps";
import { transaction } from "#api/db/transaction";
import type { Machine } from "#api/integrations/provisioner/provisioner";
import { orderMachine } from "#api/modules/vps/order/orders";
import { clientWithServer, vpsApi } from "#api/modules/vps/testing";
import { runAdmin } from "#api/operations/testing";
import type { TestApi } from "#api/testing";

import { checkDrift } from "./check-drift";

let api: TestApi;
beforeAll(async () => {
  api = await vpsApi();
});
afterAll(() => api.close());

/** Runs the nightly comparison and all jobs it enqueues. */
async function night() {
  api.pass({ minutes: 120 });
  await runDueJobs(api.deps);
  await checkDrift.run({}, api.deps);
  for (let minutes = 0; minutes < 6; minutes++) {
    api.pass({ minutes: 1 });
    await runDueJobs(api.deps);
  }
}
const listed = () => runAdmin(api, "drifts", "list");
const machine = (id: string) => eq(simulatedMachines.id, id);
const set = (id: string, values: Partial<typeof simulatedMachines.$inferInsert>) =>
  api.db.update(simulatedMachines).set(values).where(machine(id));

test("machines that match their servers are no drift", async () => {
  (await clientWithServer(api)).serverId;
  await night();
  expect(await listed()).toBe("None.");
});

test("a machine without a server, and a server without a machine, are listed until an operator decides", async () => {
  const serverId = (await clientWithServer(api)).serverId;
  await api.db
    .insert(simulatedMachines)
    .values({ id: "strange", login: "x", rateId: "trader-1", isOn: true });
  await set(serverId, { removedAt: new Date() });
  await night();
  await night();
  const list = await listed();
  expect(list).toContain("strange");
  expect(list).toContain("VM without a server");
  expect(list).toContain("Server without a VM");
  expect(list.split("\n")).toHaveLength(3);
  const rows = JSON.parse(await runAdmin(api, "--json", "drifts", "list")) as { id: string; about: string }[];
  const strange = rows.find(({ about }) => about === "strange");
  await runAdmin(api, "drifts", "settle", strange?.id ?? "", "--note", "Removed by hand");
  expect(await listed()).not.toContain("strange");
  await expect(runAdmin(api, "drifts", "settle", strange?.id ?? "", "--note", "again")).rejects.toThrow(
    "No such",
  );
  await api.db.delete(simulatedMachines).where(machine("strange"));
  await set(serverId, { removedAt: null });
  await night();
  expect(await listed()).toBe("None.");
});

test("a machine that runs unpaid is stopped again, and one that should be removed is removed", async () => {
  const [blocked, revoked] = [(await clientWithServer(api)).serverId, (await clientWithServer(api)).serverId];
  await runAdmin(api, "servers", "block", blocked, "--reason", "Spam");
  await runAdmin(api, "servers", "revoke", revoked, "--reason", "Spam");
  for (let minutes = 0; minutes < 4; minutes++) {
    api.pass({ minutes: 1 });
    await runDueJobs(api.deps);
  }
  await set(blocked, { isOn: true });
  await set(revoked, { removedAt: null, isOn: true });
  await night();
  const [stopped] = await api.db.select().from(simulatedMachines).where(machine(blocked));
  const [removed] = await api.db.select().from(simulatedMachines).where(machine(revoked));
  expect([stopped?.isOn, removed?.removedAt === null]).toEqual([false, false]);
  await night();
  expect(await listed()).toBe("None.");
});

describe("checkDrift", () => {
  // servers of earlier tests are out of the comparison
  beforeEach(async () => {
    await api.db.update(servers).set({ issuedAt: api.deps.clock.now() });
    await api.db.delete(machineDrifts);
  });

  const minutesAgo = (minutes: number) => new Date(api.deps.clock.now().getTime() - minutes * 60_000);
  const changeServer = (id: string, values: Partial<typeof servers.$inferInsert>) =>
    api.db.update(servers).set(values).where(eq(servers.id, id));
  const openKinds = async (about: string) => {
    const isOpen = and(eq(machineDrifts.about, about), isNull(machineDrifts.settledAt));
    return (await api.db.select().from(machineDrifts).where(isOpen)).map(({ kind }) => kind);
  };
  /** Returns the kinds of the server's orders after its setup. */
  const laterOrders = async (serverId: string) => {
    const isLater = and(eq(machineOrders.serverId, serverId), ne(machineOrders.kind, "create"));
    return (await api.db.select().from(machineOrders).where(isLater)).map(({ kind }) => kind);
  };

  /** Creates a server whose last change is long ago. */
  async function oldServer(values: Partial<typeof servers.$inferInsert> = {}): Promise<string> {
    const { serverId } = await clientWithServer(api);
    await changeServer(serverId, { issuedAt: minutesAgo(91), ...values });
    return serverId;
  }

  /** Compares with what `change` makes of the machines just read; with null the hypervisor can't list them. */
  async function checkWith(change: ((list: readonly Machine[]) => Promise<readonly Machine[]>) | null) {
    const { provisioner } = api.deps;
    const machines = change && (async () => change((await provisioner.machines?.()) ?? []));
    api.deps.provisioner = { ...provisioner, machines };
    await checkDrift.run({}, api.deps).finally(() => {
      api.deps.provisioner = provisioner;
    });
  }

  it("leaves all differences open if the hypervisor can't list its machines, and closes them once it can", async () => {
    const serverId = await oldServer();
    await set(serverId, { removedAt: new Date() });
    await checkDrift.run({}, api.deps);
    await set(serverId, { removedAt: null });
    await checkWith(null);
    expect(await openKinds(serverId)).toEqual(["missingMachine"]);

    api.pass({ minutes: 1 });
    await checkDrift.run({}, api.deps);
    const [drift] = await api.db.select().from(machineDrifts);
    expect(drift).toMatchObject({ settledAt: api.deps.clock.now(), settlement: "gone by itself" });
  });

  it("ignores servers issued in the last 90 minutes", async () => {
    const { serverId } = await clientWithServer(api);
    await set(serverId, { removedAt: new Date() });
    await changeServer(serverId, { issuedAt: minutesAgo(90) });
    await checkDrift.run({}, api.deps);
    expect(await openKinds(serverId)).toEqual([]);
    api.pass({ seconds: 1 });
    await checkDrift.run({}, api.deps);
    expect(await openKinds(serverId)).toEqual(["missingMachine"]);
  });

  it("ignores servers with an open order", async () => {
    const serverId = await oldServer();
    await set(serverId, { removedAt: new Date() });
    for (const [status, kinds] of [
      ["accepted", []],
      ["running", []],
      ["failed", ["missingMachine"]],
    ] as const) {
      await api.db.update(machineOrders).set({ status }).where(eq(machineOrders.serverId, serverId));
      await checkDrift.run({}, api.deps);
      expect([status, await openKinds(serverId)]).toEqual([status, kinds]);
    }
  });

  it("lists no missing machine for a server that never had one or is revoked", async () => {
    const serverIds = [await oldServer({ ip: null }), await oldServer({ status: "revoked" })];
    for (const serverId of serverIds) {
      await set(serverId, { removedAt: new Date() });
      await checkDrift.run({}, api.deps);
      expect(await openKinds(serverId)).toEqual([]);
    }
  });

  it("lists machines that belong to no server by their names, but not those of new servers", async () => {
    const { serverId } = await clientWithServer(api);
    await checkWith(async (machines) => [
      ...machines,
      { name: "made-by-hand", serverId: null, isRunning: true, node: null },
      { name: "left-over", serverId: "nosuchserver", isRunning: false, node: null },
    ]);
    expect([await openKinds("made-by-hand"), await openKinds("left-over")]).toEqual([
      ["unknownMachine"],
      ["unknownMachine"],
    ]);
    expect(await openKinds(serverId)).toEqual([]);
  });

  it.each([
    ["a blocked server that runs", { status: "blocked", isOn: true, orders: ["block"] }],
    ["a blocked server that is off", { status: "blocked", isOn: false, orders: [] }],
    ["a revoked server that runs", { status: "revoked", isOn: true, orders: ["remove"] }],
    ["a revoked server that is off", { status: "revoked", isOn: false, orders: ["remove"] }],
    ["an active server that is off", { status: "active", isOn: false, orders: [] }],
  ] as const)("orders what is missing for %s, and lists it", async (_, { status, isOn, orders }) => {
    const serverId = await oldServer({ status });
    await set(serverId, { isOn });
    await checkDrift.run({}, api.deps);
    expect(await laterOrders(serverId)).toEqual(orders);
    expect(await openKinds(serverId)).toEqual(orders.length > 0 ? ["runningUnpaid"] : []);
    expect((await listed()).includes("not paid for")).toBe(orders.length > 0);
  });

  it("orders nothing for a server that was paid or ordered after the machines were read", async () => {
    const [paid, ordered] = [await oldServer({ status: "blocked" }), await oldServer({ status: "revoked" })];
    await checkWith(async (machines) => {
      await changeServer(paid, { status: "active" });
      const order = { serverId: ordered, kind: "remove" } as const;
      await transaction(api.db, (tx) => orderMachine(api.deps, tx, order));
      return machines;
    });
    expect([await laterOrders(paid), await laterOrders(ordered)]).toEqual([[], ["remove"]]);
  });

  it("keeps what persists as it was first seen, and closes only what is gone", async () => {
    const [persisting, gone] = [await oldServer(), await oldServer()];
    for (const serverId of [persisting, gone]) await set(serverId, { removedAt: new Date() });
    const seenAt = api.deps.clock.now();
    await checkDrift.run({}, api.deps);
    const [before] = await api.db.select().from(machineDrifts).where(eq(machineDrifts.about, persisting));
    expect(before).toMatchObject({ kind: "missingMachine", seenAt, settledAt: null });
    await set(gone, { removedAt: null });
    api.pass({ minutes: 1 });
    await checkDrift.run({}, api.deps);
    expect(await api.db.select().from(machineDrifts).where(eq(machineDrifts.about, persisting))).toEqual([
      before,
    ]);
    expect(await openKinds(gone)).toEqual([]);
  });

  it("leaves to an operator what the machines can't show, and what was closed by one", async () => {
    const noted = { seenAt: minutesAgo(5), about: "server-1" };
    const settled = { settledAt: minutesAgo(4), settlement: "Removed by hand" };
    await api.db.insert(machineDrifts).values([
      { ...noted, id: "open", kind: "revokedPaid" },
      { ...noted, ...settled, id: "closed", kind: "missingMachine" },
    ]);
    await checkDrift.run({}, api.deps);
    expect(await openKinds("server-1")).toEqual(["revokedPaid"]);
    const [closed] = await api.db.select().from(machineDrifts).where(eq(machineDrifts.id, "closed"));
    expect(closed).toMatchObject(settled);
  });

  it("lists no missing machine of a server that an operator has revoked because of it", async () => {
    const [revoked, other] = [await oldServer(), await oldServer()];
    for (const serverId of [revoked, other]) await set(serverId, { removedAt: new Date() });
    await checkDrift.run({}, api.deps);
    await runAdmin(api, "servers", "revoke", revoked, "--reason", "Its disk is lost");
    expect([await openKinds(revoked), await openKinds(other)]).toEqual([[], ["missingMachine"]]);
  });

  it("logs the number of differences, and nothing without any", async () => {
    const warn = vi.spyOn(api.deps.log, "warn");
    await checkDrift.run({}, api.deps);
    expect(warn).not.toHaveBeenCalled();
    await set(await oldServer(), { removedAt: new Date() });
    await checkDrift.run({}, api.deps);
    expect(warn.mock.calls).toEqual([[{ drifts: 1 }, "machines and servers differ"]]);
    warn.mockRestore();
  });
});
