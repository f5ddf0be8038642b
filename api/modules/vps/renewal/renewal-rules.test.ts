import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serverNotices, servers } from "#api/db/schema/vps";
import { addDays } from "#api/lib/calendar";
import type { Server } from "#api/modules/vps/server/own-server";
import { clientWithServer, runServerJobs, serverOf, tokenOf, vpsApi } from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import { serverGraceDays } from "#contract/rules";
import * as contract from "#contract/vps/index";
import { renewalPeriod, revocationOf } from "./renewal-rules";

let api: TestApi;
beforeAll(async () => {
  api = await vpsApi();
});
afterAll(() => api.close());

const dateOf = (day: string) => new Date(`${day}T10:00:00Z`);
const now = dateOf("2026-06-15");

test.each([
  ["active", "2026-06-20", "2026-06-20", "2026-07-20"],
  // a server not yet processed since its end is still active: the time it ran is charged
  ["active", "2026-06-14", "2026-06-14", "2026-07-14"],
  ["blocked", "2026-06-10", "2026-06-15", "2026-07-15"],
  ["blocked", "2026-06-20", "2026-06-20", "2026-07-20"],
] as const)(
  "the next month of a server that is %s and paid until %s begins on %s",
  (status, paid, from, until) => {
    const server = { status, paidUntil: dateOf(paid), paidDay: dateOf(paid).getUTCDate() } as Server;
    expect(renewalPeriod(server, 1, now)).toMatchObject({ from: dateOf(from), until: dateOf(until) });
  },
);

test("only a server blocked for lack of payment is revoked, the grace period after its block", () => {
  const blockedAt = now;
  const revoked = (server: Pick<Server, "status" | "isHeld">) =>
    revocationOf({ ...server, blockedAt } as Server);
  expect(revoked({ status: "blocked", isHeld: false })).toEqual(addDays(now, serverGraceDays));
  expect(revoked({ status: "blocked", isHeld: true })).toBeNull();
  expect(revoked({ status: "active", isHeld: false })).toBeNull();
});

test("a server on operator hold is not renewed, and auto-renewal can't be turned on for a revoked one", async () => {
  const { token, serverId } = await clientWithServer(api);
  const change = (values: Partial<Server>) =>
    api.db.update(servers).set(values).where(eq(servers.id, serverId));
  const switched = () => api.call(contract.setAutoRenewal, { serverId, on: true }, { token });
  expect((await switched()).body).toEqual({ ok: true });
  await change({ status: "blocked", isHeld: true, blockedAt: api.deps.clock.now() });
  const onHold = await api.call(contract.renew, { serverId, months: 1 }, { token });
  expect([onHold.status, onHold.error.code]).toEqual([409, "serverHeld"]);
  await change({ status: "revoked", autoRenewal: false });
  const rejected = await switched();
  expect([rejected.status, rejected.error.code]).toEqual([409, "serverRevoked"]);
  expect((await serverOf(api, serverId)).autoRenewal).toBe(false);
});

test("a blocked server without a machine is set up once it is paid, and is no longer a test server", async () => {
  const { token, serverId } = await clientWithServer(api);
  await api.db
    .update(servers)
    .set({ status: "blocked", blockedAt: api.deps.clock.now(), ip: null, isTest: true })
    .where(eq(servers.id, serverId));
  expect((await api.call(contract.renew, { serverId, months: 1 }, { token })).status).toBe(200);
  expect(await serverOf(api, serverId)).toMatchObject({
    status: "settingUp",
    blockedAt: null,
    isTest: false,
  });
});

test("a test server's end is announced from the day before it, not earlier", async () => {
  const { id, serverId } = await clientWithServer(api);
  const paidUntil = addDays(api.deps.clock.now(), 3);
  await api.db.update(servers).set({ isTest: true, paidUntil }).where(eq(servers.id, serverId));
  const warnings = async () =>
    (await api.db.select().from(serverNotices).where(eq(serverNotices.serverId, serverId))).map(
      ({ daysLeft }) => daysLeft,
    );
  await runServerJobs(api);
  expect(await warnings()).toEqual([]);
  api.pass({ days: 2 });
  await runServerJobs(api);
  expect(await warnings()).toEqual([1]);
  expect((await api.call(contract.getServer, { serverId }, { token: await tokenOf(api, id) })).status).toBe(
    200,
  );
});
