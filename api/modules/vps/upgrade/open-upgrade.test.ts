import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { servers, upgrades } from "#api/db/schema/vps";
import { transaction } from "#api/db/transaction";
import { balancesOf, checkLedger } from "#api/ledger/ledger";
import {
  clientWithServer,
  finishOrders,
  inDays,
  orderUpgrade,
  runServerJobs,
  serverOf,
  tokenOf,
  vpsApi,
} from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import * as contract from "#contract/vps/index";
import { canBeDone } from "./open-upgrade";
import { startUpgrade } from "./start-upgrade";
import { upgradeDays } from "./upgrade-price";

let api: TestApi;
beforeAll(async () => {
  api = await vpsApi();
});
afterAll(async () => {
  expect(await checkLedger(api.db)).toEqual([]);
  await api.close();
});

/** Creates a client with a server whose upgrade starts on a day. */
async function withUpgrade(day: string) {
  const client = await clientWithServer(api);
  const { serverId } = client;
  const token = await tokenOf(api, client.id);
  const ordered = await orderUpgrade(api, token, { serverId, rateId: "trader-4", date: day });
  expect(ordered.status).toBe(200);
  const rows = async () => {
    const server = await serverOf(api, serverId);
    const [upgrade] = await api.db.select().from(upgrades).where(eq(upgrades.serverId, serverId));
    if (!upgrade) throw new Error("no upgrade");
    return { server, upgrade };
  };
  return { ...client, rows };
}

test("an upgrade is scheduled for a day from today to the last whole paid day, today at least", async () => {
  const now = new Date("2026-03-10T12:00:00Z");
  const until = (paidUntil: string) => upgradeDays({ paidUntil: new Date(paidUntil) } as never, now);
  expect(until("2026-03-20T12:00:00Z")).toEqual({ firstDay: "2026-03-10", lastDay: "2026-03-19" });
  expect(until("2026-03-11T12:00:00Z")).toEqual({ firstDay: "2026-03-10", lastDay: "2026-03-10" });
  expect(until("2026-03-10T18:00:00Z")).toEqual({ firstDay: "2026-03-10", lastDay: "2026-03-10" });
});

test("each of the days left costs a thirtieth of the difference per 30 days, and the missing sum is returned", async () => {
  const { id, serverId } = await clientWithServer(api, {}, 2_000);
  const token = await tokenOf(api, id);
  const { body } = await api.call(contract.upgradeOptions, { serverId }, { token });
  expect(
    body.rates.map(({ id: rateId, differencePerMonthCents }) => [rateId, differencePerMonthCents]),
  ).toEqual([
    ["trader-4", 2_000],
    ["trader-8", 6_000],
  ]);
  for (const { differenceCents, differencePerMonthCents } of body.rates)
    expect(differenceCents).toBe(Math.ceil((differencePerMonthCents * Math.min(30, body.daysLeft)) / 30));
  const input = { serverId, rateId: "trader-4", date: inDays(api, 0) };
  const quote = (await api.call(contract.quoteUpgrade, input, { token })).body;
  expect([quote.balanceCents, quote.missingCents]).toEqual([100, quote.totalCents - 100]);
  const agreed = { ...input, agreedCents: quote.totalCents };
  const rejected = await api.call(contract.orderUpgrade, agreed, { token });
  expect([rejected.status, rejected.error.code]).toEqual([422, "insufficientFunds"]);
  expect(rejected.error.details).toMatchObject({ missingCents: quote.missingCents });
});

test("an upgrade starts on its day and not before, and once", async () => {
  const { serverId, rows } = await withUpgrade(inDays(api, 3));
  await startUpgrade(api.deps, serverId);
  expect((await rows()).upgrade.status).toBe("pending");
  api.pass({ days: 4 });
  await startUpgrade(api.deps, serverId);
  expect((await rows()).upgrade.status).toBe("running");
  await startUpgrade(api.deps, serverId);
  await finishOrders(api);
  expect((await rows()).upgrade.status).toBe("done");
  await startUpgrade(api.deps, serverId);
  await startUpgrade(api.deps, "no-such-server");
});

test("an upgrade waits for the machine's current order", async () => {
  const { id, serverId, rows } = await withUpgrade(inDays(api, 1));
  api.pass({ days: 2 });
  const restarted = await api.call(
    contract.control,
    { serverId, action: "restart" },
    { token: await tokenOf(api, id) },
  );
  expect(restarted.status).toBe(200);
  await startUpgrade(api.deps, serverId);
  expect((await rows()).upgrade.status).toBe("pending");
  await finishOrders(api);
  await runServerJobs(api);
  expect((await rows()).upgrade.status).toBe("running");
});

test("an upgrade whose server is no longer active on its day is refunded", async () => {
  const before = 100_000 - 1_900;
  const { id, serverId, rows } = await withUpgrade(inDays(api, 1));
  expect((await balancesOf(api.db, id)).main).toBeLessThan(before);
  api.pass({ days: 2 });
  await api.db.update(servers).set({ status: "blocked" }).where(eq(servers.id, serverId));
  await startUpgrade(api.deps, serverId);
  expect((await rows()).upgrade.status).toBe("cancelled");
  expect((await balancesOf(api.db, id)).main).toBe(before);
});

test("a running or failed upgrade can be completed if its server is unchanged and nothing was paid at the smaller price", async () => {
  const { id, serverId, rows } = await withUpgrade(inDays(api, 0));
  const { server, upgrade } = await rows();
  const can = (changes: { server?: object; upgrade?: object } = {}) =>
    transaction(api.db, (tx) =>
      canBeDone(tx, { ...server, ...changes.server }, { ...upgrade, status: "failed", ...changes.upgrade }),
    );
  expect(await can()).toBe(true);
  expect(await can({ upgrade: { status: "running" } })).toBe(true);
  for (const status of ["pending", "done", "cancelled"])
    expect(await can({ upgrade: { status } })).toBe(false);
  expect(await can({ server: { status: "revoked" } })).toBe(false);
  expect(await can({ server: { rateId: "trader-1" } })).toBe(false);
  // this upgrade is still open, so another one must not be carried out
  expect(await can({ upgrade: { id: "another" } })).toBe(false);

  await api.db.update(upgrades).set({ status: "failed" }).where(eq(upgrades.id, upgrade.id));
  const renewed = await api.call(contract.renew, { serverId, months: 1 }, { token: await tokenOf(api, id) });
  expect(renewed.body.totalCents).toBe(1_900);
  expect(await can()).toBe(false);
});
