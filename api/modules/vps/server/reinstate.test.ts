import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { machineDrifts, simulatedFaults } from "#api/db/schema/hypervisor";
import { servers } from "#api/db/schema/vps";
import { transaction } from "#api/db/transaction";
import { addDays } from "#api/lib/calendar";
import {
  clientWithServer,
  finishOrders,
  passUntil,
  runServerJobs,
  serverOf,
  vpsApi,
} from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import { serverGraceDays } from "#contract/rules";
import { revokeByOperator } from "./admin-servers";
import { reinstateServer } from "./reinstate";

let api: TestApi;
let serverId: string;
let paidUntil: Date;
beforeAll(async () => {
  api = await vpsApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  ({ serverId } = await clientWithServer(api, {}, 1900));
  ({ paidUntil } = await serverOf(api, serverId));
});

/** Blocks and revokes the server with a clock that is ahead, then corrects the clock. */
async function revokedByWrongClock(): Promise<void> {
  const before = api.deps.clock.now();
  for (const days of [1, 2 + serverGraceDays]) {
    passUntil(api, addDays(paidUntil, days));
    await runServerJobs(api);
    await finishOrders(api);
  }
  passUntil(api, before);
  expect(await serverOf(api, serverId)).toMatchObject({ status: "revoked", paidUntil });
}

const drifts = () =>
  api.db
    .select()
    .from(machineDrifts)
    .where(and(eq(machineDrifts.about, serverId), eq(machineDrifts.kind, "revokedPaid")));
const subjects = () => api.sentEmails.map(({ subject }) => subject).join("\n");

describe("a paid server that a clock which was ahead has revoked", () => {
  it("is given back as it was where its machine could not be removed yet", async () => {
    const { ip } = await serverOf(api, serverId);
    await api.db
      .insert(simulatedFaults)
      .values({ id: api.deps.ids.id(), machineId: serverId, kind: "remove", count: 100 });
    await revokedByWrongClock();
    expect((await serverOf(api, serverId)).ip).toBe(ip);
    await runServerJobs(api);
    expect(await serverOf(api, serverId)).toMatchObject({
      status: "active",
      ip,
      paidUntil,
      blockedAt: null,
      revokedAt: null,
    });
    expect(await drifts()).toEqual([]);
  });

  it("waits for an operator where its machine is deleted, once, until it is set up anew with the days it lost", async () => {
    await revokedByWrongClock();
    expect((await serverOf(api, serverId)).ip).toBeNull();
    await runServerJobs(api);
    await runServerJobs(api);
    expect(await drifts()).toHaveLength(1);
    const reinstate = () => transaction(api.db, (tx) => reinstateServer(api.deps, tx, serverId, 2));
    await reinstate();
    const { status, paidUntil: until } = await serverOf(api, serverId);
    expect([status, until]).toEqual(["settingUp", addDays(paidUntil, 2)]);
    expect(await drifts()).toMatchObject([{ settlement: "set up anew" }]);
    await expect(reinstate()).rejects.toThrow(/Only a server/);
    await finishOrders(api);
    expect(await serverOf(api, serverId)).toMatchObject({
      status: "active",
      paidUntil: addDays(paidUntil, 2),
    });
    expect(subjects()).toContain("is being set up again");
  });

  it("is none that an operator took back, nor one that was not paid", async () => {
    await transaction(api.db, (tx) => revokeByOperator(api.deps, tx, serverId, { reason: "spam" }));
    const unpaidClient = await clientWithServer(api, {}, 1900);
    const { paidUntil: end } = await serverOf(api, unpaidClient.serverId);
    await api.db
      .update(servers)
      .set({
        status: "revoked",
        blockedAt: end,
        revokedAt: addDays(end, serverGraceDays),
        paidUntil: addDays(api.deps.clock.now(), -20),
      })
      .where(eq(servers.id, unpaidClient.serverId));
    await runServerJobs(api);
    expect((await serverOf(api, serverId)).status).toBe("revoked");
    expect((await serverOf(api, unpaidClient.serverId)).status).toBe("revoked");
    expect(await drifts()).toEqual([]);
  });
});
