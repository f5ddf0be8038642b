import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { deadlineGuards } from "#api/db/schema/jobs";
import { servers } from "#api/db/schema/vps";
import { balancesOf } from "#api/ledger/ledger";
import { clientWithServer, passUntil, runServerJobs, serverOf, vpsApi } from "#api/modules/vps/testing";
import { runAdmin } from "#api/operations/testing";
import type { TestApi } from "#api/testing";
import { watchDeadlines } from "./deadline-guard";

let api: TestApi;
let monotonic: number;
beforeAll(async () => {
  api = await vpsApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.db.delete(deadlineGuards);
  monotonic = 0;
  api.deps.clock = { now: api.deps.clock.now, monotonicMs: () => monotonic };
  await watchDeadlines(api.deps);
});

/** Passes time while a process runs: both clocks advance, with a check at each step. */
async function run(minutes: number, stepMinutes = 10) {
  for (let elapsedMinutes = 0; elapsedMinutes < minutes; elapsedMinutes += stepMinutes) {
    api.pass({ minutes: stepMinutes });
    monotonic += stepMinutes * 60_000;
    await watchDeadlines(api.deps);
  }
}
const jump = (minutes: number) => api.pass({ minutes });
const pause = () => watchDeadlines(api.deps);

/** Simulates a new process, whose monotonic clock starts again. */
function restartAfter(minutes: number): void {
  api.pass({ minutes });
  api.deps.clock = { now: api.deps.clock.now, monotonicMs: () => monotonic };
}

describe("a clock jump", () => {
  it.each([61 / 60, 600, 45 * 24 * 60, -2, -600])(
    "by %f minutes pauses deadlines for an hour",
    async (by) => {
      expect(await pause()).toBeNull();
      jump(by);
      expect(await pause()).toBe("clock");
      await run(50);
      expect(await pause()).toBe("clock");
      await run(20);
      expect(await pause()).toBeNull();
    },
  );

  it("by less than a minute is ignored, as time synchronization causes it", async () => {
    jump(0.9);
    expect(await pause()).toBeNull();
  });

  it("that is corrected pauses for an hour from then, not until the wrong future time", async () => {
    jump(45 * 24 * 60);
    await pause();
    jump(-45 * 24 * 60);
    expect(await pause()).toBe("clock");
    await run(70);
    expect(await pause()).toBeNull();
  });

  it("blocks and charges nothing until an operator confirms the clock", async () => {
    const client = await clientWithServer(api, { autoRenewal: true });
    const otherClient = await clientWithServer(api);
    await pause();
    const before = (await balancesOf(api.db, client.id)).main;
    jump(45 * 24 * 60);
    await runServerJobs(api);
    expect((await serverOf(api, otherClient.serverId)).status).toBe("active");
    expect((await balancesOf(api.db, client.id)).main).toBe(before);
    expect(await runAdmin(api, "jobs", "resume")).toContain("resumed");
    await runServerJobs(api);
    expect((await serverOf(api, otherClient.serverId)).status).toBe("blocked");
  });
});

describe("a time without a running process", () => {
  it("blocks and revokes nothing in the first hour, and does so afterwards", async () => {
    const { serverId } = await clientWithServer(api);
    await pause();
    restartAfter(33 * 24 * 60);
    await runServerJobs(api);
    expect((await serverOf(api, serverId)).status).toBe("active");
    await run(70);
    await runServerJobs(api);
    expect((await serverOf(api, serverId)).status).toBe("blocked");
    restartAfter(8 * 24 * 60);
    await runServerJobs(api);
    expect((await serverOf(api, serverId)).status).toBe("blocked");
    await run(70);
    await runServerJobs(api);
    expect((await serverOf(api, serverId)).status).toBe("revoked");
  });

  it("does not delay automatic renewals, which keep servers", async () => {
    const { id, serverId } = await clientWithServer(api, { autoRenewal: true });
    const before = (await balancesOf(api.db, id)).main;
    passUntil(api, (await serverOf(api, serverId)).paidUntil, 3_600_000);
    restartAfter(0);
    expect(await pause()).toBe("gap");
    await runServerJobs(api);
    expect((await balancesOf(api.db, id)).main).toBeLessThan(before);
  });

  it("does not include a restart", async () => {
    restartAfter(5);
    expect(await pause()).toBeNull();
  });
});

describe("a server that is blocked although paid", () => {
  it("is unblocked automatically", async () => {
    const { serverId } = await clientWithServer(api);
    restartAfter(0);
    const blocked = { status: "blocked", blockedAt: api.deps.clock.now() } as const;
    await api.db.update(servers).set(blocked).where(eq(servers.id, serverId));
    await runServerJobs(api);
    expect(await serverOf(api, serverId)).toMatchObject({ status: "active", blockedAt: null });
  });

  it("stays blocked if an operator holds it", async () => {
    const { serverId } = await clientWithServer(api);
    restartAfter(0);
    const onHold = { status: "blocked", blockedAt: api.deps.clock.now(), isHeld: true } as const;
    await api.db.update(servers).set(onHold).where(eq(servers.id, serverId));
    await runServerJobs(api);
    expect((await serverOf(api, serverId)).status).toBe("blocked");
  });
});
