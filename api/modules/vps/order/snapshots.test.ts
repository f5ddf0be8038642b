import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { simulatedFaults } from "#api/db/schema/hypervisor";
import { servers } from "#api/db/schema/vps";
import type { Provisioner } from "#api/integrations/provisioner/provisioner";
import { clientWithServer, finishOrders, tokenOf, vpsApi } from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import * as contract from "#contract/vps/index";
import type { SnapshotAction } from "#contract/vps/status";

let api: TestApi;
beforeAll(async () => {
  api = await vpsApi();
});
afterAll(() => api.close());

type Renter = { token: string; serverId: string };

const stateOf = async ({ token, serverId }: Renter) =>
  (await api.call(contract.snapshotState, { serverId }, { token })).body;
const orderSnapshot = ({ token, serverId }: Renter, action: SnapshotAction, snapshot: string, key?: string) =>
  api.call(contract.orderSnapshot, { serverId, action, snapshot }, { token, ...(key && { key }) });
/** Orders an action and waits until it is done. */
async function does(renter: Renter, action: SnapshotAction, snapshot: string) {
  const { body } = await orderSnapshot(renter, action, snapshot);
  await finishOrders(api);
  const { requests } = await stateOf(renter);
  return requests.find(({ id }) => id === body.id)?.status;
}
const namesOf = async (renter: Renter) => (await stateOf(renter)).snapshots?.map(({ name }) => name);

/** Runs calls with a provisioner that differs from the default one. */
async function over<T>(changes: Partial<Provisioner>, work: () => Promise<T>): Promise<T> {
  const { provisioner } = api.deps;
  api.deps.provisioner = { ...provisioner, ...changes };
  return work().finally(() => {
    api.deps.provisioner = provisioner;
  });
}

test("a client creates snapshots, restores one and deletes one; the history shows it", async () => {
  const renter = await clientWithServer(api);
  expect(await stateOf(renter)).toMatchObject({ limit: 3, snapshots: [], isBusy: false, requests: [] });
  const { body } = await orderSnapshot(renter, "takeSnapshot", "before-update");
  expect(body).toMatchObject({ action: "takeSnapshot", snapshot: "before-update", status: "accepted" });
  expect((await stateOf(renter)).isBusy).toBe(true);
  const second = await orderSnapshot(renter, "takeSnapshot", "another");
  expect([second.status, second.error.message]).toEqual([409, "Previous request is still processing"]);
  await finishOrders(api);
  expect(await does(renter, "takeSnapshot", "after-update")).toBe("done");
  expect(await namesOf(renter)).toEqual(["after-update", "before-update"]);

  await api.call(contract.control, { serverId: renter.serverId, action: "turnOff" }, renter);
  await finishOrders(api);
  expect(await does(renter, "rollBack", "before-update")).toBe("done");
  const { body: control } = await api.call(contract.controlState, { serverId: renter.serverId }, renter);
  expect(control.isOn).toBe(true);
  expect(await does(renter, "dropSnapshot", "after-update")).toBe("done");
  expect(await namesOf(renter)).toEqual(["before-update"]);
  const { body: history } = await api.call(contract.serverHistory, { serverId: renter.serverId }, renter);
  expect(history.events.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(["takeSnapshot", "rollBack", "dropSnapshot"]),
  );
});

test("a repeated request is the same one, even if its snapshot exists meanwhile", async () => {
  const renter = await clientWithServer(api);
  const twice = await Promise.all(
    [1, 2].map(() => orderSnapshot(renter, "takeSnapshot", "once", "one-click")),
  );
  await finishOrders(api);
  const late = await orderSnapshot(renter, "takeSnapshot", "once", "one-click");
  expect(new Set([...twice, late].map(({ body }) => body.id)).size).toBe(1);
  expect(await namesOf(renter)).toEqual(["once"]);
});

test("impossible requests are rejected with a message: a duplicate name, one too many, a missing one, an invalid name", async () => {
  const renter = await clientWithServer(api);
  for (const name of ["one", "two", "three"]) await does(renter, "takeSnapshot", name);
  const rejections = [
    await orderSnapshot(renter, "takeSnapshot", "two"),
    await orderSnapshot(renter, "takeSnapshot", "four"),
    await orderSnapshot(renter, "rollBack", "four"),
    await orderSnapshot(renter, "dropSnapshot", "four"),
  ];
  expect(rejections.map(({ status, error }) => [status, error.message])).toEqual([
    [422, "A snapshot with this name already exists"],
    [409, "Up to 3 snapshots per server. Delete one first"],
    [404, "This snapshot no longer exists"],
    [404, "This snapshot no longer exists"],
  ]);
  for (const name of ["", "1st", "a b", "current", "снимок", "x".repeat(41)])
    expect((await orderSnapshot(renter, "takeSnapshot", name)).status).toBe(422);
  expect(await namesOf(renter)).toHaveLength(3);
});

test("a failed request is reported as failed, and the next one succeeds", async () => {
  const renter = await clientWithServer(api);
  await api.db
    .insert(simulatedFaults)
    .values({ id: "snapshots", machineId: renter.serverId, kind: "takeSnapshot", count: 1 });
  expect(await does(renter, "takeSnapshot", "first")).toBe("failed");
  expect(await namesOf(renter)).toEqual([]);
  expect(await does(renter, "takeSnapshot", "first")).toBe("done");
});

test("while the hypervisor breaks connections there is no list, and the failed request reports the error", async () => {
  const renter = await clientWithServer(api);
  const away = new Error("away");
  const list = () => Promise.reject(away);
  const warn = vi.spyOn(api.deps.log, "warn");
  const [state, request] = await over({ snapshots: { limit: 3, list } }, () =>
    Promise.all([stateOf(renter), orderSnapshot(renter, "rollBack", "never-made")]),
  );
  expect(state.snapshots).toBeNull();
  expect(request.status).toBe(200);
  expect(warn).toHaveBeenCalledWith(
    { err: away, serverId: renter.serverId },
    "the snapshots of a machine could not be asked for",
  );
  warn.mockRestore();
  await finishOrders(api);
  expect((await stateOf(renter)).requests).toMatchObject([{ id: request.body.id, status: "failed" }]);
});

test("without snapshots in the hypervisor there are no such endpoints, and the server says so", async () => {
  const renter = await clientWithServer(api);
  const details = async () =>
    (await api.call(contract.getServer, { serverId: renter.serverId }, renter)).body;
  expect((await details()).hasSnapshots).toBe(true);
  await over({ snapshots: null }, async () => {
    expect((await details()).hasSnapshots).toBe(false);
    const { serverId } = renter;
    expect((await api.call(contract.snapshotState, { serverId }, renter)).status).toBe(404);
    expect((await orderSnapshot(renter, "takeSnapshot", "one")).status).toBe(404);
  });
});

test("a removed server's snapshots are removed too", async () => {
  const renter = await clientWithServer(api);
  await does(renter, "takeSnapshot", "one");
  const order = { serverId: renter.serverId, operatingSystem: "", id: "removal", kind: "remove" } as const;
  const rate = { id: "trader-2", processor: 1, memoryMb: 1, diskGb: 1, trafficGb: null };
  await api.deps.provisioner.submit({ ...order, rate });
  api.pass({ minutes: 3 });
  await api.deps.provisioner.check("removal");
  expect(await api.deps.provisioner.snapshots?.list(renter.serverId)).toEqual([]);
});

test("snapshots are listed newest first, and the newest five requests", async () => {
  const renter = await clientWithServer(api);
  const takenAt = (day: number) => new Date(Date.UTC(2026, 0, day));
  const names = { old: 1, newest: 3, middle: 2 };
  const list = async () => Object.entries(names).map(([name, day]) => ({ name, takenAt: takenAt(day) }));
  const state = await over({ snapshots: { limit: 3, list } }, () => stateOf(renter));
  expect(state.snapshots).toEqual([
    { name: "newest", takenAt: "2026-01-03T00:00:00.000Z" },
    { name: "middle", takenAt: "2026-01-02T00:00:00.000Z" },
    { name: "old", takenAt: "2026-01-01T00:00:00.000Z" },
  ]);

  await api.call(contract.control, { serverId: renter.serverId, action: "restart" }, renter);
  await finishOrders(api);
  const actions = [
    "takeSnapshot",
    "rollBack",
    "dropSnapshot",
    "takeSnapshot",
    "rollBack",
    "dropSnapshot",
  ] as const;
  for (const action of actions) {
    // the session would end in the meantime
    renter.token = await tokenOf(api, renter.id);
    expect(await does(renter, action, "one")).toBe("done");
  }
  const { requests, isBusy, status } = await stateOf(renter);
  expect(requests.map(({ action }) => action)).toEqual([...actions].reverse().slice(0, 5));
  expect(requests[0]).toMatchObject({ snapshot: "one", finishedAt: api.deps.clock.now().toISOString() });
  expect([isBusy, status]).toEqual([false, "active"]);
});

test("a server without a machine has no snapshots, and one that is not active takes no requests", async () => {
  const renter = await clientWithServer(api);
  const row = eq(servers.id, renter.serverId);
  await does(renter, "takeSnapshot", "one");
  await api.db.update(servers).set({ status: "blocked" }).where(row);
  const blocked = await orderSnapshot(renter, "rollBack", "one");
  expect([blocked.status, blocked.error.code]).toEqual([409, "serverNotActive"]);
  expect((await stateOf(renter)).status).toBe("blocked");
  await api.db.update(servers).set({ ip: null }).where(row);
  expect(await namesOf(renter)).toEqual([]);
});
