import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runDueJobs } from "#api/bootstrap/run-due-jobs";
import { machineOrders } from "#api/db/schema/machine-orders";
import { transaction } from "#api/db/transaction";
import type { OrderKind } from "#api/integrations/provisioner/provisioner";
import { revokeByOperator } from "#api/modules/vps/server/admin-servers";
import { clientWithServer, giveMoney, order, serverOf, vpsApi } from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import * as contract from "#contract/vps/index";
import type { ServerStatus } from "#contract/vps/status";
import { applyReport } from "./apply-report";
import { hasOpenOrder, isStillNeeded } from "./orders";

let api: TestApi;
beforeAll(async () => {
  api = await vpsApi();
});
afterAll(() => api.close());
beforeEach(() => void api.sentEmails.splice(0));

const machine = { ip: "192.0.2.44", login: "Administrator", password: "of-the-machine" };
const hourMinutes = 60;

const orderOf = async (serverId: string, kind: OrderKind = "create") => {
  const [row] = await api.db
    .select()
    .from(machineOrders)
    .where(and(eq(machineOrders.serverId, serverId), eq(machineOrders.kind, kind)));
  if (!row) throw new Error(`no order to ${kind}`);
  return row;
};
type Report = Omit<Parameters<typeof applyReport>[1], "orderId">;
const report = async (serverId: string, what: Report, kind?: OrderKind) =>
  applyReport(api.deps, { orderId: (await orderOf(serverId, kind)).id, ...what });

/** Creates a server whose machine was ordered, without a response yet. */
async function beingSetUp() {
  const client = await api.newClient();
  await giveMoney(api, client.id, 10_000);
  const { body } = await api.call(contract.rent, order, { token: client.token });
  return { ...client, serverId: body.serverId, paidUntil: new Date(body.paidUntil) };
}

test("an order starts running once, and a repeated report changes nothing", async () => {
  const { serverId } = await beingSetUp();
  const begun = api.deps.clock.now();
  expect(await report(serverId, { status: "running" })).toBe(true);
  api.pass({ minutes: 1 });
  expect(await report(serverId, { status: "running" })).toBe(true);
  expect(await orderOf(serverId)).toMatchObject({ status: "running", runningAt: begun, finishedAt: null });
  api.pass({ minutes: 1 });
  const ended = api.deps.clock.now();
  await report(serverId, { status: "failed", reason: "x".repeat(600) });
  api.pass({ minutes: 1 });
  await report(serverId, { status: "failed", reason: "again" });
  await report(serverId, { status: "running" });
  expect(await orderOf(serverId)).toMatchObject({
    status: "failed",
    runningAt: begun,
    finishedAt: ended,
    error: "x".repeat(500),
  });
});

test("a failure can be followed by a success, but a success by nothing else", async () => {
  const { serverId } = await beingSetUp();
  await report(serverId, { status: "failed", reason: "no answer" });
  await report(serverId, { status: "done", machine });
  expect(await orderOf(serverId)).toMatchObject({ status: "done", error: null });
  for (const status of ["failed", "running"] as const) await report(serverId, { status });
  await report(serverId, { status: "done", machine: { ...machine, ip: "192.0.2.45" } });
  expect(await orderOf(serverId)).toMatchObject({ status: "done" });
  expect(await serverOf(api, serverId)).toMatchObject({ status: "active", isOn: true, ip: machine.ip });
  expect(await applyReport(api.deps, { orderId: "nosuchorder", status: "done" })).toBe(false);
});

test("a report without an address is rejected and can be repeated", async () => {
  const { serverId } = await beingSetUp();
  await expect(report(serverId, { status: "done" })).rejects.toThrow(
    `${serverId} was created without an address`,
  );
  expect(await orderOf(serverId)).toMatchObject({ status: "accepted" });
  expect(await serverOf(api, serverId)).toMatchObject({ status: "settingUp", ip: null });
});

test("the client pays for up to an hour of setup, and not for the time beyond it", async () => {
  const inTime = await beingSetUp();
  api.pass({ minutes: hourMinutes });
  await report(inTime.serverId, { status: "done", machine });
  expect((await serverOf(api, inTime.serverId)).paidUntil).toEqual(inTime.paidUntil);

  const late = await beingSetUp();
  const took = hourMinutes + 1;
  api.pass({ minutes: took });
  await report(late.serverId, { status: "done", machine });
  const paidUntil = new Date(late.paidUntil.getTime() + took * 60_000);
  expect((await serverOf(api, late.serverId)).paidUntil).toEqual(paidUntil);
  await runDueJobs(api.deps);
  const emails = api.sentEmails.filter(({ template }) => template === "serverReady");
  expect(emails.map(({ to }) => to).sort()).toEqual([inTime.email, late.email].sort());
});

test("a machine that arrives for a revoked server has no working login", async () => {
  const { serverId } = await beingSetUp();
  await transaction(api.db, (tx) => revokeByOperator(api.deps, tx, serverId, { reason: "Spam" }));
  await report(serverId, { status: "done", machine });
  expect(await serverOf(api, serverId)).toMatchObject({
    status: "revoked",
    ip: null,
    encryptedPassword: null,
  });
});

test("a removed machine is off, and nothing of it is stored", async () => {
  const { serverId } = await clientWithServer(api);
  await transaction(api.db, (tx) => revokeByOperator(api.deps, tx, serverId, { reason: "Spam" }));
  await report(serverId, { status: "done" }, "remove");
  expect(await serverOf(api, serverId)).toMatchObject({
    isOn: false,
    ip: null,
    login: null,
    encryptedPassword: null,
  });
});

test("an order stays open while it runs, and is found by its kind", async () => {
  const { serverId } = await beingSetUp();
  await report(serverId, { status: "running" });
  expect(await hasOpenOrder(api.db, serverId)).toBe(true);
  expect([
    await hasOpenOrder(api.db, serverId, "create"),
    await hasOpenOrder(api.db, serverId, "block"),
  ]).toEqual([true, false]);
  await report(serverId, { status: "done", machine });
  expect(await hasOpenOrder(api.db, serverId)).toBe(false);
});

const neededOrders: Record<ServerStatus, OrderKind[]> = {
  settingUp: ["create", "resize"],
  active: ["unblock", "resize", "restart", "turnOn", "turnOff", "takeSnapshot", "rollBack", "dropSnapshot"],
  blocked: ["block", "create", "resize"],
  revoked: ["remove"],
};
test.each(Object.entries(neededOrders) as [ServerStatus, OrderKind[]][])(
  "orders still needed by a server that is %s: %j",
  (status, kinds) => {
    const all: OrderKind[] = [
      ...["create", "block", "unblock", "remove", "resize", "restart", "turnOn", "turnOff"],
      ...["takeSnapshot", "rollBack", "dropSnapshot"],
    ] as OrderKind[];
    const ip = status === "active" ? machine.ip : null;
    expect(all.filter((kind) => isStillNeeded(kind, { status, ip })).sort()).toEqual([...kinds].sort());
    expect(isStillNeeded("create", { status, ip: machine.ip })).toBe(false);
  },
);
