import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tickets } from "#api/db/schema/support";
import { users } from "#api/db/schema/users";
import { servers } from "#api/db/schema/vps";
import { newTerminal } from "#api/modules/monitoring/testing";
import { clientWithServer, finishOrders, order, orderUpgrade, vpsApi } from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import * as contract from "#contract/vps/index";

let api: TestApi;
beforeAll(async () => {
  api = await vpsApi();
});
afterAll(() => api.close());

const readAttention = async (token: string) => (await api.call(contract.attention, {}, { token })).body;

test("a client without servers and accounts has no notices", async () => {
  const { token } = await api.newClient();
  expect(await readAttention(token)).toEqual({
    counts: { settingUp: 0, active: 0, blocked: 0, revoked: 0 },
    balanceCents: 0,
    blocked: null,
    ending: null,
    renewing: null,
    silent: null,
    answer: null,
    wallet: null,
    maintenance: null,
    freeAccounts: 1,
    firstSteps: { hasCredentialsShown: false, hasAccount: false, isTerminalHeard: false, skipped: [] },
  });
});

test("the servers that end first are reported with the price of their usual period, separately by kind", async () => {
  const { token, id, serverId } = await clientWithServer(api);
  const rent = async (changes: object) =>
    (await api.call(contract.rent, { ...order, ...changes }, { token })).body.serverId;
  const renewing = await rent({ months: 3, autoRenewal: true });
  const blocked = await rent({ comment: "Backtests", rateId: "trader-1" });
  const later = await rent({ months: 6 });
  await finishOrders(api);
  const blockedAt = api.deps.clock.now();
  await api.db.update(servers).set({ status: "blocked", blockedAt }).where(eq(servers.id, blocked));
  const attention = await readAttention(token);
  expect(attention.counts).toEqual({ settingUp: 0, active: 3, blocked: 1, revoked: 0 });
  expect(attention.ending).toMatchObject({ serverId, months: 1, priceCents: 1900 });
  expect(attention.renewing).toMatchObject({ serverId: renewing, months: 3, priceCents: 5415 });
  expect(
    Date.parse(attention.renewing?.paidUntil ?? "") - Date.parse(attention.renewing?.renewsAt ?? ""),
  ).toBe(24 * 3600 * 1000);
  expect(attention.blocked).toMatchObject({ serverId: blocked, comment: "Backtests", priceCents: 900 });
  expect(Date.parse(attention.blocked?.revokedOn ?? "")).toBe(blockedAt.getTime() + 7 * 24 * 3600 * 1000);

  // the larger tariff's price if an upgrade is accepted; a server held by the operator needs no payment
  const upgrade = { serverId, rateId: "trader-4", date: api.deps.clock.now().toISOString().slice(0, 10) };
  expect((await orderUpgrade(api, token, upgrade)).status).toBe(200);
  await api.db.update(servers).set({ isHeld: true }).where(eq(servers.id, blocked));
  const after = await readAttention(token);
  expect(after.ending).toMatchObject({ serverId, priceCents: 3900 });
  expect(after.blocked).toBeNull();
  expect(JSON.stringify(after)).not.toContain(later);
  const other = await api.newClient();
  expect(other.id).not.toBe(id);
  expect(await readAttention(other.token)).toMatchObject({ ending: null, renewing: null, blocked: null });
});

test("a silent terminal and an unread answer are reported until resolved", async () => {
  const { token, id } = await api.newClient();
  const terminal = await newTerminal(api, token, { name: "Night scalper" });
  expect((await readAttention(token)).firstSteps).toMatchObject({ hasAccount: true, isTerminalHeard: false });
  const postState = () =>
    terminal.post({ time: Math.floor(api.deps.clock.now().getTime() / 1000), balance: "1", equity: "1" });
  expect((await postState()).status).toBe(200);
  expect(await readAttention(token)).toMatchObject({ silent: null, firstSteps: { isTerminalHeard: true } });
  api.pass({ minutes: 5 });
  const now = api.deps.clock.now();
  expect((await readAttention(token)).silent).toMatchObject({
    monitoringId: terminal.id,
    name: "Night scalper",
  });
  const ticket = { userId: id, department: "technical", title: "Latency", status: "processing" } as const;
  const times = { createdAt: now, lastMessageAt: now, readAt: new Date(0) };
  await api.db.insert(tickets).values({ id: "t1", ...ticket, ...times, lastAuthor: "support" });
  expect((await readAttention(token)).answer).toEqual({ ticketId: "t1", title: "Latency" });
  await api.db.update(tickets).set({ readAt: now });
  expect((await readAttention(token)).answer).toBeNull();
  // a disabled section is not mentioned
  await api.db.update(users).set({ monitoringAllowed: false }).where(eq(users.id, id));
  expect((await readAttention(token)).silent).toBeNull();
});

test("a skipped first step stays skipped, and is stored once", async () => {
  const { token } = await api.newClient();
  for (const step of ["terminal", "terminal", "testServer"] as const)
    expect((await api.call(contract.skipFirstStep, { step }, { token })).status).toBe(200);
  expect((await readAttention(token)).firstSteps.skipped).toEqual(["terminal", "testServer"]);
  const wrong = await api.call(contract.skipFirstStep, { step: "nothing" as never }, { token });
  expect(wrong.status).toBe(422);
});
