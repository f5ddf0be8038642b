import { afterEach, beforeEach, expect, test } from "vitest";
import type { ProxmoxStandIn } from "#api/integrations/provisioner/testing/proxmox";
import { startProxmox } from "#api/integrations/provisioner/testing/proxmox";
import { ownMachines, proxmoxFixture } from "#api/integrations/provisioner/testing/proxmox-fixture";
import type { HypervisorFixture } from "#api/integrations/provisioner/testing/shared-tests";
import { books, hypervisorTests, orderOf } from "#api/integrations/provisioner/testing/shared-tests";
import type { TestDatabase } from "#api/testing/test-database";
import { testDatabase } from "#api/testing/test-database";

hypervisorTests("Proxmox VE", async () => proxmoxFixture(await startProxmox()));

let there: ProxmoxStandIn;
let fixture: HypervisorFixture;
let database: TestDatabase;
const { make, follow, run, pass, warned } = books(
  () => fixture,
  () => database,
);

beforeEach(async () => {
  [there, database] = await Promise.all([startProxmox(), testDatabase()]);
  fixture = proxmoxFixture(there);
  warned.length = 0;
});
afterEach(async () => {
  await Promise.all([there.farEnd.close(), database.close()]);
});

test("a machine is a clone of its template on the node with most free space, with its address and password", async () => {
  const report = await run("create");
  const [machine] = ownMachines(there);
  expect(machine).toMatchObject({
    node: "two",
    status: "running",
    lock: false,
    config: {
      cores: "2",
      memory: "4096",
      ipconfig0: "ip=203.0.113.10/24,gw=203.0.113.1",
      cipassword: report?.machine?.password,
      scsi0: "local-lvm:vm-9000-disk-0,size=25G",
    },
  });
});

test("the capacity of a node is its free memory and the storages for machines' disks; an offline one's is unknown", async () => {
  expect(await make().capacity?.()).toEqual([
    {
      node: "one",
      isOnline: true,
      processors: 16,
      memoryMb: { free: 4096, total: 65_536 },
      diskGb: { free: 300, total: 400 },
    },
    { node: "three", isOnline: false, processors: null, memoryMb: null, diskGb: null },
    {
      node: "two",
      isOnline: true,
      processors: 32,
      memoryMb: { free: 57_344, total: 65_536 },
      diskGb: { free: 300, total: 400 },
    },
  ]);
});

test("a failed creation succeeds on a second order, and makes one machine", async () => {
  there.failNext = "clone failed: no space left";
  expect(await run("create")).toMatchObject({
    status: "failed",
    reason: "Proxmox: clone failed: no space left",
  });
  // Proxmox removes the remains of a failed clone
  there.machines.delete(ownMachines(there)[0]?.vmid ?? 0);
  expect((await run("create"))?.status).toBe("done");
  expect(ownMachines(there)).toHaveLength(1);
});

test("a removal waits for a machine that is being created, so that none is left", async () => {
  const created = orderOf("create");
  await make().submit(created);
  await make().check(created.id);
  expect(ownMachines(there)).toHaveLength(1);
  const removed = orderOf("remove");
  pass(1_000);
  await make().submit(removed);
  expect((await make().check(removed.id))?.status).toBe("running");
  // the first order is not polled any more: it was given up
  expect((await follow(removed))?.status).toBe("running");
  pass(3_600_000);
  expect((await follow(removed))?.status).toBe("done");
  expect(ownMachines(there)).toEqual([]);
});

const snapshotNames = async () => (await make().snapshots?.list("srv1"))?.map(({ name }) => name);

test("snapshots are taken, listed, rolled back to and removed, up to a maximum; a rollback keeps the current size", async () => {
  await run("create");
  expect((await run("takeSnapshot", { snapshot: "monday" }))?.status).toBe("done");
  expect((await run("takeSnapshot", { snapshot: "tuesday" }))?.status).toBe("done");
  expect(await run("takeSnapshot", { snapshot: "wednesday" })).toMatchObject({
    status: "failed",
    reason: "the machine has 2 snapshots already",
  });
  expect(await snapshotNames()).toEqual(["monday", "tuesday"]);
  const larger = { rate: { ...orderOf("create").rate, processor: 4, diskGb: 40 } };
  await run("resize", larger);
  expect((await run("rollBack", { snapshot: "monday", ...larger }))?.status).toBe("done");
  expect(await fixture.machines()).toMatchObject([{ isRunning: true, processor: 4, diskGb: 40 }]);
  expect(await run("rollBack", { snapshot: "sunday" })).toMatchObject({ status: "failed" });
  expect((await run("dropSnapshot", { snapshot: "monday" }))?.status).toBe("done");
  expect((await run("dropSnapshot", { snapshot: "monday" }))?.status).toBe("done");
  expect(await snapshotNames()).toEqual(["tuesday"]);
  await run("remove");
  await expect(make().snapshots?.list("srv1")).rejects.toThrow("the server has no machine");
});

test("a console ticket opens the console once", async () => {
  await run("create");
  const ticket = await make().console?.("srv1");
  expect(ticket?.url).toMatch(/^ws:.*\/nodes\/two\/qemu\/10001\/vncwebsocket\?port=5900&vncticket=PVEVNC/);
  const open = () =>
    fetch((ticket?.url ?? "").replace("ws:", "http:"), {
      headers: { authorization: `PVEAPIToken=${there.token}` },
    });
  expect([(await open()).status, (await open()).status]).toEqual([200, 401]);
});

test("the fake Proxmox rejects what the API description does not have", async () => {
  const request = (path: string, init?: RequestInit) =>
    fetch(`${there.farEnd.origin}/api2/json${path}`, {
      ...init,
      headers: { authorization: `PVEAPIToken=${there.token}` },
    });
  const form = (values: Record<string, string>) => ({ method: "POST", body: new URLSearchParams(values) });
  const answers = [
    await request("/nodes/one/qemu/9000/clone", form({ newid: "10001", colour: "red" })),
    await request("/nodes/one/qemu/9000/clone", form({ name: "x" })),
    await request("/nodes/one/qemu/9000/explode", form({})),
    await fetch(`${there.farEnd.origin}/api2/json/version`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 501, 401]);
});

test("the API token appears in no warning and no failure reason", async () => {
  there.farEnd.isAway = true;
  const order = orderOf("create");
  await make().submit(order);
  const report = await make().check(order.id);
  const { rows } = await database.db.execute("select * from proxmox_tasks");
  const outputs = [
    JSON.stringify(report),
    JSON.stringify(rows),
    ...warned.map((error) => `${error} ${(error as Error).stack} ${(error as Error).cause}`),
  ];
  expect(warned.length).toBeGreaterThan(0);
  expect(outputs.join("\n")).not.toContain(there.token.split("=")[1]);
});
