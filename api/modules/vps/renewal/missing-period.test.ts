import { and, eq, gt } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ratePrices, servers, upgradeSurcharges, upgrades } from "#api/db/schema/vps";
import { checkLedger } from "#api/ledger/ledger";
import { addDays } from "#api/lib/calendar";
import { processServer } from "#api/modules/vps/server/process-server";
import {
  clientWithServer,
  finishOrders,
  giveMoney,
  orderUpgrade,
  runServerJobs,
  serverOf,
  tokenOf,
  vpsApi,
} from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import { dayOf } from "#contract/day";
import * as contract from "#contract/vps/index";

/** A server rented by the year and moved to a tariff with a price for one month only, and vice versa. */

let api: TestApi;
let id: string;
let email: string;
let serverId: string;
beforeAll(async () => {
  api = await vpsApi();
  await onlyMonthly("trader-4");
});
afterAll(async () => {
  expect(await checkLedger(api.db)).toEqual([]);
  await api.close();
});

const monthlyPrice = 3_900;
const onlyMonthly = (rateId: string) =>
  api.db.delete(ratePrices).where(and(eq(ratePrices.rateId, rateId), gt(ratePrices.months, 1)));
const token = () => tokenOf(api, id);
const rowOf = () => serverOf(api, serverId);
/** Sets the end of the paid time. */
const endIn = (days: number) =>
  api.db
    .update(servers)
    .set({ paidUntil: addDays(api.deps.clock.now(), days), processedAt: null })
    .where(eq(servers.id, serverId));
const upgrade = async (date = dayOf(api.deps.clock.now())) => {
  const answer = await orderUpgrade(api, await token(), { serverId, rateId: "trader-4", date });
  expect(answer.status).toBe(200);
};

beforeEach(async () => {
  api.sentEmails.length = 0;
  ({ id, email, serverId } = await clientWithServer(api, { months: 12, autoRenewal: true }, 200_000));
});

test("a server whose period is missing from its new plan renews for a month, and every page says so before", async () => {
  await upgrade();
  await runServerJobs(api);
  await finishOrders(api);
  expect(await rowOf()).toMatchObject({ rateId: "trader-4", renewalMonths: 12 });
  await endIn(2);
  const { paidUntil } = await rowOf();
  const { body: coming } = await api.call(contract.comingPayments, {}, { token: await token() });
  const monthly = { months: 1, amountCents: monthlyPrice, isAutomatic: true };
  expect(coming.payments).toMatchObject(Array.from({ length: 5 }, () => monthly));
  const { body: attention } = await api.call(contract.attention, {}, { token: await token() });
  expect(attention.renewing).toMatchObject({ serverId, months: 1, priceCents: monthlyPrice });
  const { body: server } = await api.call(contract.getServer, { serverId }, { token: await token() });
  expect([server.renewalMonths, server.periods.map(({ months }) => months)]).toEqual([1, [1]]);
  api.pass({ minutes: 24 * 60 + 1 });
  await runServerJobs(api);
  const renewed = await rowOf();
  expect(renewed).toMatchObject({ status: "active", renewalMonths: 1 });
  expect(dayOf(renewed.paidUntil).slice(8)).toBe(dayOf(paidUntil).slice(8));
  expect((renewed.paidUntil.getTime() - paidUntil.getTime()) / 86_400_000).toBeLessThan(32);
  expect(api.sentEmails.filter(({ to }) => to === email).at(-1)?.template).toBe("renewed");
});

test("a client without enough money for the month is warned with its price", async () => {
  await upgrade();
  await runServerJobs(api);
  await finishOrders(api);
  const { body } = await api.call(contract.comingPayments, {}, { token: await token() });
  await giveMoney(api, id, -body.balanceCents + monthlyPrice - 1);
  await endIn(2);
  const { paidUntil } = await rowOf();
  await processServer.handle({ serverId, paidUntil: paidUntil.toISOString() }, api.deps);
  await runServerJobs(api);
  const lastEmail = api.sentEmails.filter(({ to }) => to === email).at(-1);
  expect([lastEmail?.template, lastEmail?.text.includes("$39.00")]).toEqual(["renewalSoon", true]);
});

test("with a pending upgrade, the server renews for a month on the larger plan", async () => {
  await endIn(30);
  await upgrade(dayOf(addDays(api.deps.clock.now(), 20)));
  const { body: attention } = await api.call(contract.attention, {}, { token: await token() });
  expect(attention.renewing).toMatchObject({ serverId, months: 1, priceCents: monthlyPrice });
  await endIn(0.5);
  await runServerJobs(api);
  expect(await rowOf()).toMatchObject({ rateId: "trader-2", renewalMonths: 1, status: "active" });
});

test("a period missing from the smaller plan is charged, and the upgrade's share is calculated by its months", async () => {
  await onlyMonthly("trader-1");
  ({ id, serverId } = await clientWithServer(api, { rateId: "trader-1" }, 200_000));
  const rateId = "trader-2";
  const date = dayOf(addDays(api.deps.clock.now(), 10));
  await orderUpgrade(api, await token(), { serverId, rateId, date });
  const renewed = await api.call(contract.renew, { serverId, months: 3 }, { token: await token() });
  expect([renewed.status, renewed.body.totalCents]).toEqual([200, 5_415]);
  const [charged] = await api.db
    .select({ cents: upgradeSurcharges.cents })
    .from(upgradeSurcharges)
    .innerJoin(upgrades, eq(upgrades.id, upgradeSurcharges.upgradeId))
    .where(eq(upgrades.serverId, serverId));
  expect(charged).toEqual({ cents: 5_415 - 3 * 900 });
});
