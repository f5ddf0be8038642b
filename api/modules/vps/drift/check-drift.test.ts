import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runDueJobs } from "#api/bootstrap/run-due-jobs";
import { simulatedMachines } from "#api/db/schema/hypervisor";
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
  expect(list).toContain("a machine that no server has");
  expect(list).toContain("a server whose machine is not there");
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
