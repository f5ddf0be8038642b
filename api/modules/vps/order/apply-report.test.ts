import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, test, vi } from "vitest";
import { runDueJobs } from "#api/bootstrap/run-due-jobs";
import { machineOrders } from "#api/db/schema/machine-orders";
import { servers, upgrades } from "#api/db/schema/vps";
import { transaction } from "#api/db/transaction";
import type { OrderKind } from "#api/integrations/provisioner/provisioner";
import { revokeByOperator } from "#api/modules/vps/server/admin-servers";
import {
  clientWithServer,
  giveMoney,
  inDays,
  order,
  orderUpgrade,
  serverOf,
  vpsApi,
} from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import * as contract from "#contract/vps/index";
import { applyReport } from "./apply-report";
import { hasOpenOrder, orderMachine } from "./orders";

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

test("a server blocked because its time ran out during the setup is active if the credited time fixes that", async () => {
  const { serverId } = await beingSetUp();
  api.pass({ minutes: 2 * hourMinutes });
  const now = api.deps.clock.now();
  const ended = { status: "blocked", blockedAt: now, paidUntil: new Date(now.getTime() - 60_000) } as const;
  await api.db.update(servers).set(ended).where(eq(servers.id, serverId));
  await report(serverId, { status: "done", machine });
  expect(await serverOf(api, serverId)).toMatchObject({ status: "active", blockedAt: null, isOn: true });
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

describe("applyReport", () => {
  const orderFor = (serverId: string, kind: OrderKind, more = {}) =>
    transaction(api.db, (tx) => orderMachine(api.deps, tx, { serverId, kind, ...more }));
  const change = (serverId: string, values: Partial<typeof servers.$inferInsert>) =>
    api.db.update(servers).set(values).where(eq(servers.id, serverId));
  const errorsOf = async (work: () => Promise<unknown>) => {
    const error = vi.spyOn(api.deps.log, "error");
    await work();
    return error.mock.calls.splice(0);
  };

  it.each([
    ["turnOn", false, true],
    ["restart", false, true],
    ["unblock", false, true],
    ["rollBack", false, true],
    ["turnOff", true, false],
    ["block", true, false],
    ["takeSnapshot", true, true],
    ["takeSnapshot", false, false],
    ["dropSnapshot", false, false],
  ] as const)("after %s, a server that was on: %s is on: %s", async (kind, wasOn, isOn) => {
    const { serverId } = await clientWithServer(api);
    await change(serverId, { isOn: wasOn });
    const { ip, login, encryptedPassword } = await serverOf(api, serverId);
    const { id } = await orderFor(serverId, kind);
    await applyReport(api.deps, { orderId: id, status: "done" });
    expect(await serverOf(api, serverId)).toMatchObject({ isOn, ip, login, encryptedPassword });
    expect(await hasOpenOrder(api.db, serverId)).toBe(false);
  });

  it("takes the report for the beginning of an order that nobody reported as running", async () => {
    const { serverId } = await beingSetUp();
    api.pass({ minutes: 3 });
    const now = api.deps.clock.now();
    await report(serverId, { status: "failed" });
    expect(await orderOf(serverId)).toMatchObject({ runningAt: now, finishedAt: now, error: null });
  });

  it("logs a machine made for a revoked server, and one made twice, and changes nothing", async () => {
    const revoked = await beingSetUp();
    await transaction(api.db, (tx) => revokeByOperator(api.deps, tx, revoked.serverId, { reason: "Spam" }));
    expect(await errorsOf(() => report(revoked.serverId, { status: "done", machine }))).toEqual([
      [{ serverId: revoked.serverId }, "a machine was made for a server that is revoked"],
    ]);
    const { serverId } = await clientWithServer(api);
    const before = await serverOf(api, serverId);
    const { id } = await orderFor(serverId, "create");
    const second = { orderId: id, status: "done", machine } as const;
    expect(await errorsOf(() => applyReport(api.deps, second))).toEqual([
      [{ serverId }, "a machine was made for a server that is set up"],
    ]);
    expect(await serverOf(api, serverId)).toEqual(before);
  });

  it.each([
    ["reinstall", "serverReinstalled"],
    ["resetPassword", "serverPasswordReset"],
  ] as const)("needs a password to finish %s, and then emails the client", async (kind, template) => {
    const { serverId, email } = await clientWithServer(api);
    const { id } = await orderFor(serverId, kind);
    await expect(applyReport(api.deps, { orderId: id, status: "done" })).rejects.toThrow(
      `order ${id} is done without a new password`,
    );
    const { operatingSystem, encryptedPassword } = await serverOf(api, serverId);
    await change(serverId, { isOn: false });
    api.sentEmails.splice(0);
    await applyReport(api.deps, { orderId: id, status: "done", machine });
    await runDueJobs(api.deps);
    const after = await serverOf(api, serverId);
    expect(after).toMatchObject({ isOn: true, ip: machine.ip, login: machine.login, operatingSystem });
    expect(after.encryptedPassword).not.toBe(encryptedPassword);
    expect(api.sentEmails).toMatchObject([{ template, to: email }]);
  });

  it("stores no new password of a server that was revoked", async () => {
    const { serverId } = await clientWithServer(api);
    const { id } = await orderFor(serverId, "resetPassword");
    await change(serverId, { status: "revoked" });
    const before = await serverOf(api, serverId);
    await applyReport(api.deps, { orderId: id, status: "done", machine });
    expect(await serverOf(api, serverId)).toEqual(before);
  });

  it("fails the upgrade of a failed order only while it runs", async () => {
    const { serverId, token } = await clientWithServer(api);
    await orderUpgrade(api, token, { serverId, rateId: "trader-4", date: inDays(api, 1) });
    const upgradeOf = async () =>
      (await api.db.select().from(upgrades).where(eq(upgrades.serverId, serverId)))[0];
    const upgradeId = (await upgradeOf())?.id ?? "";
    for (const [status, expected] of [
      ["cancelled", "cancelled"],
      ["running", "failed"],
    ] as const) {
      await api.db.update(upgrades).set({ status }).where(eq(upgrades.id, upgradeId));
      const { id } = await orderFor(serverId, "resize", { upgradeId });
      await applyReport(api.deps, { orderId: id, status: "failed", reason: "no room" });
      expect((await upgradeOf())?.status).toBe(expected);
    }
  });

  it("logs a resize that is not paid for, and keeps the tariff", async () => {
    const { serverId } = await clientWithServer(api);
    const { id } = await orderFor(serverId, "resize");
    expect(await errorsOf(() => applyReport(api.deps, { orderId: id, status: "done" }))).toEqual([
      [{ serverId, orderId: id }, "a machine was resized that is not paid for"],
    ]);
    expect((await serverOf(api, serverId)).rateId).toBe(order.rateId);
  });
});
