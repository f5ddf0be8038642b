import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type {
  MachineOrder,
  MachineReport,
  OrderKind,
  Provisioner,
} from "#api/integrations/provisioner/provisioner";
import type { Hypervisor } from "#api/integrations/provisioner/stepwise/hypervisor";
import { stepwiseProvisioner } from "#api/integrations/provisioner/stepwise/orders";
import type { Clock } from "#api/lib/clock";
import type { TestDatabase } from "#api/testing/test-database";
import { testDatabase } from "#api/testing/test-database";

/** 203.0.113.10 to 203.0.113.12. */
export const addresses = {
  first: 0xcb_00_71_0a,
  last: 0xcb_00_71_0c,
  prefix: 24,
  gateway: "203.0.113.1",
  setting: "ADDRESSES",
};
export const firstId = 10_000;
export const rate = { id: "trader-1", processor: 2, memoryMb: 4096, diskGb: 25, trafficGb: null };

/** A machine as the hypervisor has it. */
export type FarMachine = {
  name: string;
  isRunning: boolean;
  processor: number;
  diskGb: number;
  startsByItself: boolean;
};

/** A hypervisor with machines, for a test. It has a template for "Windows Server 2022". */
export type HypervisorFixture = {
  hypervisor: (clock: Clock) => Hypervisor;
  /** Returns all machines except templates. */
  machines: () => Promise<FarMachine[]>;
  /** Returns the number of requests it has received. */
  requestCount: () => number;
  /**
   * Fails the request with this number, from 0: it does not arrive, its response is lost, or the response is an
   * error.
   */
  failAt: (number: number, kind: "away" | "lost" | "error") => void;
  /** Returns how often the creation of a machine was started. */
  creationCount: () => number;
  /** Adds a running machine of somebody else, with the name of our next one. */
  addForeignMachine: () => Promise<void>;
  close: () => Promise<void>;
};

let count = 0;
export const orderOf = (kind: OrderKind, changes: Partial<MachineOrder> = {}): MachineOrder => ({
  id: `order-${++count}`,
  kind,
  serverId: "srv1",
  operatingSystem: "Windows Server 2022",
  rate,
  ...changes,
});

/** Creates a provisioner for a hypervisor, with a clock that the test moves. */
export function books(fixture: () => HypervisorFixture, database: () => TestDatabase) {
  let now = new Date("2026-03-02T10:00:00Z");
  const warned: unknown[] = [];
  const clock = { now: () => now };
  const pass = (milliseconds: number) => {
    now = new Date(now.getTime() + milliseconds);
  };
  const make = (): Provisioner =>
    stepwiseProvisioner({
      db: database().db,
      clock,
      secret: "test secret",
      warn: (error) => warned.push(error),
      addresses,
      firstId,
      hypervisor: fixture().hypervisor(clock),
    });
  /** Polls as the follow-up job does, with another process each time, because one may have died. */
  const follow = async (order: MachineOrder): Promise<MachineReport | null> => {
    let report: MachineReport | null = null;
    for (let attempt = 0; attempt < 40; attempt++) {
      pass(61_000);
      report = await make().check(order.id);
      if (report?.status !== "running") return report;
    }
    return report;
  };
  const run = async (kind: OrderKind, changes: Partial<MachineOrder> = {}) => {
    const order = orderOf(kind, changes);
    await make().submit(order);
    return follow(order);
  };
  return { make, follow, run, pass, warned };
}

/**
 * Shares a hypervisor between all tests of a suite, with a new database for each: no test may leave anything there.
 */
export function shared(start: () => Promise<HypervisorFixture>) {
  let fixture: HypervisorFixture;
  let database: TestDatabase;
  const expectedBooks = books(
    () => fixture,
    () => database,
  );
  beforeAll(async () => {
    fixture = await start();
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    database = await testDatabase();
    expectedBooks.warned.length = 0;
  });
  afterEach(async () => {
    await database.close();
  });
  const does = async (kind: OrderKind, changes?: Partial<MachineOrder>) => [
    (await expectedBooks.run(kind, changes))?.status,
    ...(await fixture.machines()).map(({ isRunning }) => isRunning),
  ];
  return { ...expectedBooks, does, place: () => fixture };
}

/** Tests of every hypervisor that is controlled step by step. */
export function hypervisorTests(name: string, start: () => Promise<HypervisorFixture>): void {
  describe(`${name} keeps its promises`, () => {
    const { make, follow, run, does, pass, warned, place } = shared(start);

    test("a machine is made, turned off and on, restarted, resized, blocked, unblocked and removed; its address is free then", async () => {
      expect(await run("create")).toMatchObject({
        status: "done",
        machine: { ip: "203.0.113.10", login: "Administrator" },
      });
      expect(await place().machines()).toEqual([
        { name: "vps-10001", isRunning: true, processor: 2, diskGb: 25, startsByItself: true },
      ]);
      const [machine] = (await make().machines?.()) ?? [];
      expect(machine).toMatchObject({ serverId: "srv1", isRunning: true });
      expect((await make().capacity?.())?.map(({ node }) => node)).toContain(machine?.node);
      expect(await does("turnOff")).toEqual(["done", false]);
      expect(await does("turnOff")).toEqual(["done", false]);
      expect(await does("turnOn")).toEqual(["done", true]);
      expect(await does("restart")).toEqual(["done", true]);
      expect(await does("resize", { rate: { ...rate, processor: 4, diskGb: 30 } })).toEqual(["done", true]);
      expect(await place().machines()).toMatchObject([{ processor: 4, diskGb: 30 }]);
      expect(await does("block")).toEqual(["done", false]);
      expect(await place().machines()).toMatchObject([{ startsByItself: false }]);
      expect(await does("unblock")).toEqual(["done", true]);
      expect(await does("remove")).toEqual(["done"]);
      expect(await does("remove")).toEqual(["done"]);
      expect((await run("create", { serverId: "srv2" }))?.machine?.ip).toBe("203.0.113.10");
      expect((await run("turnOn"))?.status).toBe("failed");
      expect(await does("remove", { serverId: "srv2" })).toEqual(["done"]);
      expect(warned).toEqual([]);
    });

    test("a reinstalled machine keeps its name, address and size and gets another password, as one does whose password is reset", async () => {
      const larger = { rate: { ...rate, processor: 4, diskGb: 30 } };
      const first = (await run("create"))?.machine;
      await run("resize", larger);
      const createdBefore = place().creationCount();
      const reports = [await run("reinstall", larger), await run("resetPassword", larger)];
      expect(reports.map((report) => report?.status)).toEqual(["done", "done"]);
      expect(place().creationCount() - createdBefore).toBe(1);
      const seen = [first, ...reports.map((report) => report?.machine)];
      expect(new Set(seen.map((machine) => machine?.password)).size).toBe(3);
      expect(new Set(seen.map((machine) => machine?.ip)).size).toBe(1);
      expect(await place().machines()).toEqual([
        { name: "vps-10001", isRunning: true, processor: 4, diskGb: 30, startsByItself: true },
      ]);
      await run("remove");
    });

    test("nothing is erased for a system that has no template", async () => {
      await run("create");
      const createdBefore = place().creationCount();
      expect(await run("reinstall", { operatingSystem: "BeOS" })).toMatchObject({
        status: "failed",
        reason: "there is no template for BeOS",
      });
      expect(await place().machines()).toMatchObject([{ isRunning: true }]);
      expect(place().creationCount()).toBe(createdBefore);
      await run("remove");
    });

    test("each machine has an address of its own, and none where none is left", async () => {
      const servers = ["a", "b", "c", "d"];
      const reports = [];
      for (const serverId of servers) reports.push(await run("create", { serverId }));
      expect(reports.map((report) => report?.machine?.ip)).toEqual([
        "203.0.113.10",
        "203.0.113.11",
        "203.0.113.12",
        undefined,
      ]);
      expect(reports[3]).toMatchObject({ status: "failed", reason: "ADDRESSES has no free address left" });
      expect(await place().machines()).toHaveLength(3);
      for (const serverId of servers) await run("remove", { serverId });
      expect(await place().machines()).toEqual([]);
    });

    test("a machine is made once by ten processes that are asked at once", async () => {
      const before = place().creationCount();
      const order = orderOf("create");
      await Promise.all(Array.from({ length: 10 }, () => make().submit(order)));
      for (let attempt = 0; attempt < 8; attempt++) {
        pass(3_000);
        await Promise.all(Array.from({ length: 10 }, () => make().check(order.id)));
      }
      expect((await follow(order))?.status).toBe("done");
      expect(place().creationCount() - before).toBe(1);
      expect(await does("remove")).toEqual(["done"]);
    });

    test("one without a template is not made", async () => {
      expect(await run("create", { operatingSystem: "BeOS" })).toMatchObject({
        status: "failed",
        reason: "there is no template for BeOS",
      });
      expect(await place().machines()).toEqual([]);
    });

    // the last test, because it leaves the foreign machine behind
    test("one whose name belongs to somebody else is neither changed nor removed", async () => {
      await place().addForeignMachine();
      expect(await run("create")).toMatchObject({ status: "failed", reason: /belongs to something else/ });
      expect((await run("remove"))?.status).toBe("failed");
      expect(await place().machines()).toMatchObject([{ isRunning: true }]);
      expect((await make().machines?.())?.every(({ serverId }) => serverId === null)).toBe(true);
    });
  });
}
