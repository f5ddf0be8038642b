import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { transaction } from "#api/db/transaction";
import { checkLedger } from "#api/ledger/ledger";
import { attribute } from "#api/modules/partners/attribute";
import { partnerBalance } from "#api/modules/partners/money";
import { rewardCents } from "#api/modules/partners/terms";
import { processServer } from "#api/modules/vps/server/process-server";
import {
  clientWithServer,
  finishOrders,
  giveMoney,
  order,
  passUntil,
  runServerJobs,
  serverOf,
  tokenOf,
  vpsApi,
} from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import { currentUser } from "#contract/users/index";
import * as contract from "#contract/vps/index";
import { dueNotice } from "./renewal-notice";

let api: TestApi;
beforeAll(async () => {
  api = await vpsApi();
});
afterAll(async () => {
  expect(await checkLedger(api.db)).toEqual([]);
  await api.close();
});
beforeEach(() => {
  api.sentEmails.length = 0;
});

const price = 1900;
const detailsOf = async (id: string, serverId: string) =>
  (await api.call(contract.getServer, { serverId }, { token: await tokenOf(api, id) })).body;
const balanceOf = async (id: string) =>
  (await api.call(currentUser, {}, { token: await tokenOf(api, id) })).body.balanceCents;
const machineOf = async (id: string, serverId: string) =>
  (await api.call(contract.controlState, { serverId }, { token: await tokenOf(api, id) })).body;
const emailsTo = (email: string) =>
  api.sentEmails.filter(({ to }) => to === email).map(({ template }) => template);

/** Passes some days, running the job every six hours instead of every minute. */
async function days(count: number): Promise<void> {
  for (let quarter = 0; quarter < count * 4; quarter++) {
    api.pass({ minutes: 6 * 60 });
    await runServerJobs(api);
  }
}

/** Passes time until a server's paid time is over, the last five days (the first notice is due at three) in steps. */
async function untilUnpaid(id: string, serverId: string): Promise<void> {
  const { paidUntil } = await detailsOf(id, serverId);
  passUntil(api, new Date(paidUntil), 5 * 86_400_000);
  await days(5);
}

test.each([
  ["2026-04-10T00:10:00Z", "2026-04-06T23:59:00Z", null],
  ["2026-04-10T00:10:00Z", "2026-04-07T00:00:00Z", 3],
  ["2026-04-10T00:10:00Z", "2026-04-08T12:00:00Z", 3],
  ["2026-04-10T00:10:00Z", "2026-04-09T00:00:00Z", 1],
  ["2026-04-10T23:50:00Z", "2026-04-10T00:00:00Z", 0],
])("paid until %s, the notice due at %s is that of %s days", (paidUntil, now, days) => {
  expect(dueNotice(new Date(paidUntil), new Date(now))).toBe(days);
});

test("a server renews automatically a day before its end, once, for the same period", async () => {
  const { id, email, serverId } = await clientWithServer(api, { autoRenewal: true }, 3 * price);
  const { paidUntil } = await detailsOf(id, serverId);
  await days(29);
  expect((await detailsOf(id, serverId)).paidUntil).toBe(paidUntil);
  await days(1);
  await Promise.all([
    runServerJobs(api),
    ...[1, 2, 3].map(() => processServer.handle({ serverId, paidUntil }, api.deps)),
  ]);
  expect((await detailsOf(id, serverId)).paidUntil.slice(0, 10)).toBe("2026-05-02");
  expect(await balanceOf(id)).toBe(price);
  expect(emailsTo(email)).toEqual(["serverReady", "renewed"]);
});

test("without enough money: three emails, then blocked; paid again, active with all its data", async () => {
  const { id, email, serverId } = await clientWithServer(api, { autoRenewal: true }, price);
  await untilUnpaid(id, serverId);
  await finishOrders(api);
  expect(emailsTo(email)).toEqual([
    "serverReady",
    "renewalSoon",
    "renewalSoon",
    "renewalSoon",
    "serverBlocked",
  ]);
  expect(await detailsOf(id, serverId)).toMatchObject({ status: "blocked" });
  expect(await machineOf(id, serverId)).toMatchObject({ isOn: false });
  const rejected = await api.call(
    contract.control,
    { serverId, action: "turnOn" },
    { token: await tokenOf(api, id) },
  );
  expect(rejected.error.code).toBe("serverNotActive");

  await giveMoney(api, id, price);
  const { body } = await api.call(contract.renew, { serverId, months: 1 }, { token: await tokenOf(api, id) });
  await finishOrders(api);
  const back = await detailsOf(id, serverId);
  expect(back).toMatchObject({ status: "active", paidUntil: body.paidUntil, revokedOn: null });
  // the blocked days are not charged: the new period begins with the payment
  expect(Date.parse(back.paidUntil)).toBeGreaterThan(api.deps.clock.now().getTime() + 27 * 86_400_000);
  expect(await machineOf(id, serverId)).toMatchObject({ isOn: true });
});

test("money that arrives within the last day renews the server in time", async () => {
  const { id, email, serverId } = await clientWithServer(api, { autoRenewal: true }, price);
  const { paidUntil } = await detailsOf(id, serverId);
  api.pass({ minutes: Math.floor((Date.parse(paidUntil) - api.deps.clock.now().getTime()) / 60_000) - 120 });
  await runServerJobs(api);
  expect(await detailsOf(id, serverId)).toMatchObject({ status: "active", paidUntil });
  await giveMoney(api, id, price);
  api.pass({ minutes: 61 });
  await runServerJobs(api);
  expect((await detailsOf(id, serverId)).paidUntil).not.toBe(paidUntil);
  expect(emailsTo(email).at(-1)).toBe("renewed");
});

test("after the stated grace period a blocked server is revoked, and can't be paid any more", async () => {
  const { id, email, serverId } = await clientWithServer(api, {}, price);
  await untilUnpaid(id, serverId);
  const blocked = await detailsOf(id, serverId);
  expect(blocked.status).toBe("blocked");
  const graceDays = (Date.parse(blocked.revokedOn ?? "") - api.deps.clock.now().getTime()) / 86_400_000;
  expect(graceDays).toBe(7);
  await days(6);
  expect((await detailsOf(id, serverId)).status).toBe("blocked");
  await days(2);
  expect((await detailsOf(id, serverId)).status).toBe("revoked");
  const credentials = await api.call(contract.credentials, { serverId }, { token: await tokenOf(api, id) });
  expect(credentials.error.message).toBe("This server is revoked. Rent a new one");
  await finishOrders(api);
  expect(emailsTo(email).at(-1)).toBe("serverRevoked");
  expect(await serverOf(api, serverId)).toMatchObject({ ip: null, encryptedPassword: null });
  await giveMoney(api, id, price);
  const late = await api.call(contract.renew, { serverId, months: 1 }, { token: await tokenOf(api, id) });
  expect([late.status, late.error.code]).toEqual([409, "serverRevoked"]);
});

test("a server with auto-renewal off is not charged, however much money there is", async () => {
  const { id, serverId } = await clientWithServer(api, {}, 10 * price);
  await untilUnpaid(id, serverId);
  expect(await balanceOf(id)).toBe(9 * price);
  expect((await detailsOf(id, serverId)).status).toBe("blocked");
});

test("a manual or automatic renewal earns the partner a reward", async () => {
  const partner = await api.newClient();
  const client = await api.newClient({ referrerId: partner.id });
  await transaction(api.db, (tx) => attribute(api.deps, tx, client.id, partner.id));
  await giveMoney(api, client.id, 100_000);
  const { body } = await api.call(contract.rent, order, { token: client.token });
  await finishOrders(api);
  const afterRent = await partnerBalance(api.db, partner.id);
  const renewed = await api.call(
    contract.renew,
    { serverId: body.serverId, months: 1 },
    { token: await tokenOf(api, client.id) },
  );
  expect(await partnerBalance(api.db, partner.id)).toBe(afterRent + rewardCents(renewed.body.totalCents, 20));
});
