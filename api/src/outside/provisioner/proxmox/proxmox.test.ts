import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type {
  MachineOrder,
  MachineReport,
  OrderKind,
  Provisioner,
} from "#api/outside/provisioner/provisioner";
import { readAddresses, readTemplates } from "#api/outside/provisioner/stepwise/addresses";
import { stepwiseProvisioner } from "#api/outside/provisioner/stepwise/orders";
import type { ProxmoxStandIn } from "#api/outside/provisioner/testing/proxmox";
import { startProxmox } from "#api/outside/provisioner/testing/proxmox";
import type { TestDatabase } from "#api/service/testing/test-database";
import { testDatabase } from "#api/service/testing/test-database";
import { proxmox } from "./index";

let there: ProxmoxStandIn;
let database: TestDatabase;
let provisioner: Provisioner;
let now = new Date("2026-03-02T10:00:00Z");
const warned: unknown[] = [];

beforeEach(async () => {
  [there, database] = await Promise.all([startProxmox(), testDatabase()]);
  warned.length = 0;
  provisioner = make();
});
afterEach(async () => {
  await Promise.all([there.farEnd.close(), database.close()]);
});

const addresses = readAddresses("PROXMOX_ADDRESSES", "203.0.113.10-203.0.113.12/24,gw=203.0.113.1");
const firstId = 10_000;
const make = () =>
  stepwiseProvisioner({
    db: database.db,
    clock: { now: () => now },
    secret: "test secret",
    warn: (error) => warned.push(error),
    addresses,
    firstId,
    hypervisor: proxmox({
      url: there.farEnd.origin,
      token: there.token,
      templates: readTemplates("PROXMOX_TEMPLATES", "Windows Server 2022=9000", /^\d+$/),
      addresses,
      firstId,
      nodes: [],
    }),
  });

const rate = { id: "trader-1", processor: 2, memoryMb: 4096, diskGb: 60, trafficGb: null };
let count = 0;
const orderOf = (kind: OrderKind, changes: Partial<MachineOrder> = {}): MachineOrder => ({
  id: `order-${++count}`,
  kind,
  serverId: "srv1",
  operatingSystem: "Windows Server 2022",
  rate,
  ...changes,
});

/** Asks as the follow-up job does, three seconds apart; another process each time where one may have died. */
async function follow(order: MachineOrder, anew = false): Promise<MachineReport | null> {
  let report: MachineReport | null = null;
  for (let tries = 0; tries < 40; tries++) {
    now = new Date(now.getTime() + 61_000);
    report = await (anew ? make() : provisioner).check(order.id);
    if (report?.status !== "running") return report;
  }
  return report;
}

async function run(kind: OrderKind, changes: Partial<MachineOrder> = {}) {
  const order = orderOf(kind, changes);
  await provisioner.submit(order);
  return follow(order);
}

const own = () => [...there.machines.values()].filter(({ template }) => template === 0);

describe("a machine of Proxmox VE", () => {
  test("is a clone of its template on the roomiest node, with its size, address and password", async () => {
    const report = await run("create");
    expect(report).toMatchObject({ status: "done", machine: { ip: "203.0.113.10", login: "Administrator" } });
    const [machine] = own();
    expect(machine).toMatchObject({
      node: "two",
      status: "running",
      config: {
        cores: "2",
        memory: "4096",
        ipconfig0: "ip=203.0.113.10/24,gw=203.0.113.1",
        cipassword: report?.machine?.password,
        scsi0: "local-lvm:vm-9000-disk-0,size=60G",
      },
    });
    expect(warned).toEqual([]);
  });

  test("is turned off and on, restarted, resized, blocked, unblocked and removed; its address is free then", async () => {
    await run("create");
    const [machine] = own();
    const does = async (kind: OrderKind, changes?: Partial<MachineOrder>) => [
      (await run(kind, changes))?.status,
      machine?.status,
    ];
    expect(await does("turnOff")).toEqual(["done", "stopped"]);
    expect(await does("turnOn")).toEqual(["done", "running"]);
    expect(await does("restart")).toEqual(["done", "running"]);
    expect(await does("resize", { rate: { ...rate, processor: 4, diskGb: 80 } })).toEqual([
      "done",
      "running",
    ]);
    expect(machine?.config).toMatchObject({ cores: "4", scsi0: "local-lvm:vm-9000-disk-0,size=80G" });
    expect(await does("block")).toEqual(["done", "stopped"]);
    expect(machine?.config.onboot).toBe("0");
    expect(await does("unblock")).toEqual(["done", "running"]);
    expect((await run("remove"))?.status).toBe("done");
    expect(own()).toEqual([]);
    expect((await run("create", { serverId: "srv2" }))?.machine?.ip).toBe("203.0.113.10");
    expect((await run("turnOn"))?.status).toBe("failed");
  });

  test("has an address of its own, and none where none is left", async () => {
    const reports = [];
    for (const serverId of ["a", "b", "c", "d"]) reports.push(await run("create", { serverId }));
    expect(reports.map((report) => report?.machine?.ip)).toEqual([
      "203.0.113.10",
      "203.0.113.11",
      "203.0.113.12",
      undefined,
    ]);
    expect(reports[3]).toMatchObject({
      status: "failed",
      reason: "PROXMOX_ADDRESSES has no free address left",
    });
    expect(own()).toHaveLength(3);
  });

  test("is made once by ten processes that are asked at once", async () => {
    const order = orderOf("create");
    await Promise.all(Array.from({ length: 10 }, () => make().submit(order)));
    for (let tries = 0; tries < 8; tries++) {
      now = new Date(now.getTime() + 3_000);
      await Promise.all(Array.from({ length: 10 }, () => make().check(order.id)));
    }
    expect((await follow(order))?.status).toBe("done");
    expect(there.clones).toHaveLength(1);
  });

  test("that could not be made is made by a second order, and still once", async () => {
    there.failNext = "clone failed: no space left";
    expect(await run("create")).toMatchObject({
      status: "failed",
      reason: "Proxmox: clone failed: no space left",
    });
    // what a failed clone leaves is taken away by Proxmox
    there.machines.delete(own()[0]?.vmid ?? 0);
    expect((await run("create"))?.status).toBe("done");
    expect(own()).toHaveLength(1);
  });

  test("with an id that belongs to somebody else is neither changed nor removed", async () => {
    const vmid = 10_001;
    const strange = {
      vmid,
      node: "one",
      name: "accounting",
      status: "running" as const,
      template: 0 as const,
    };
    there.machines.set(vmid, { ...strange, lock: false, config: {} });
    expect(await run("create")).toMatchObject({ status: "failed", reason: /belongs to something else/ });
    expect((await run("remove"))?.status).toBe("failed");
    expect(there.machines.get(vmid)?.status).toBe("running");
  });
});

describe("whatever fails on the way", () => {
  const kinds = ["away", "lost", "error"] as const;

  test.each(kinds)(
    "a machine is made once, set up and later gone, with a question %s at every step",
    async (kind) => {
      // so many questions it takes when nothing fails
      await run("create");
      const questions = there.farEnd.asked.length;
      await run("remove");
      for (let at = 0; at < questions; at++) {
        const serverId = `server-${kind}-${at}`;
        there.clones.length = 0;
        there.farEnd.fault = { at: there.farEnd.asked.length + at, kind };
        const created = orderOf("create", { serverId });
        await provisioner.submit(created);
        expect([at, (await follow(created, true))?.status]).toEqual([at, "done"]);
        expect(there.clones).toHaveLength(1);
        expect(own()).toMatchObject([{ status: "running", lock: false, config: { cores: "2" } }]);
        there.farEnd.fault = { at: there.farEnd.asked.length + (at % 6), kind };
        const blocked = orderOf("block", { serverId });
        await provisioner.submit(blocked);
        expect((await follow(blocked, true))?.status).toBe("done");
        expect(own()[0]?.status).toBe("stopped");
        there.farEnd.fault = { at: there.farEnd.asked.length + (at % 5), kind };
        const removed = orderOf("remove", { serverId });
        await provisioner.submit(removed);
        expect((await follow(removed, true))?.status).toBe("done");
        expect(own()).toEqual([]);
      }
    },
    120_000,
  );

  test("a removal waits for a machine that is being made, so that none is left", async () => {
    const created = orderOf("create");
    await provisioner.submit(created);
    await provisioner.check(created.id);
    expect(own()).toHaveLength(1);
    const removed = orderOf("remove");
    now = new Date(now.getTime() + 1_000);
    await provisioner.submit(removed);
    expect((await provisioner.check(removed.id))?.status).toBe("running");
    // nobody asks about the first any more: it was given up
    expect((await follow(removed))?.status).toBe("running");
    now = new Date(now.getTime() + 3_600_000);
    expect((await follow(removed))?.status).toBe("done");
    expect(own()).toEqual([]);
  });

  test("the far end refuses what its description does not have", async () => {
    const ask = (path: string, init?: RequestInit) =>
      fetch(`${there.farEnd.origin}/api2/json${path}`, {
        ...init,
        headers: { authorization: `PVEAPIToken=${there.token}` },
      });
    const form = (values: Record<string, string>) => ({ method: "POST", body: new URLSearchParams(values) });
    const answers = [
      await ask("/nodes/one/qemu/9000/clone", form({ newid: "10001", colour: "red" })),
      await ask("/nodes/one/qemu/9000/clone", form({ name: "x" })),
      await ask("/nodes/one/qemu/9000/explode", form({})),
      await fetch(`${there.farEnd.origin}/api2/json/version`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 501, 401]);
  });

  test("its token is in no warning and no reason", async () => {
    there.farEnd.isAway = true;
    const order = orderOf("create");
    await provisioner.submit(order);
    const report = await provisioner.check(order.id);
    const { rows } = await database.db.execute("select * from proxmox_tasks");
    const seen = [
      JSON.stringify(report),
      JSON.stringify(rows),
      ...warned.map((error) => `${error} ${(error as Error).stack} ${(error as Error).cause}`),
    ];
    expect(warned.length).toBeGreaterThan(0);
    expect(seen.join("\n")).not.toContain(there.token.split("=")[1]);
  });
});
