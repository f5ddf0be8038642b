import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { priceChanges } from "#api/db/schema/price-changes";
import { servers } from "#api/db/schema/vps";
import {
  clientWithServer,
  giveMoney,
  inDays,
  order,
  orderUpgrade,
  runServerJobs,
  tokenOf,
  vpsApi,
} from "#api/modules/vps/testing";
import { runAdmin } from "#api/operations/testing";
import type { TestApi } from "#api/testing";
import { dayOf } from "#contract/day";
import { buySubscription } from "#contract/monitoring/index";
import * as contract from "#contract/vps/index";

let api: TestApi;
beforeAll(async () => {
  api = await vpsApi();
});
afterAll(() => api.close());

const price = 1900;
/** Automatic renewals are paid from this moment on. */
const dayBefore = (iso: string) => new Date(Date.parse(iso) - 86_400_000).toISOString();

const comingOf = async (token: string) => (await api.call(contract.comingPayments, {}, { token })).body;

test("the balance lasts until the first renewal that it does not cover", async () => {
  const { token, serverId } = await clientWithServer(api, { autoRenewal: true }, 3 * price + 100);
  const { body: server } = await api.call(contract.getServer, { serverId }, { token });
  const { balanceCents, payments, shortage, hasAutomatic } = await comingOf(token);
  expect([balanceCents, hasAutomatic]).toEqual([2 * price + 100, true]);
  expect(payments).toMatchObject([
    {
      at: dayBefore(server.paidUntil),
      amountCents: price,
      leavesCents: price + 100,
      isAutomatic: true,
      server: { id: serverId },
    },
    { leavesCents: 100, server: { id: serverId } },
    { leavesCents: 100 - price, server: { id: serverId } },
  ]);
  const twoMonthsLater = new Date(server.paidUntil);
  twoMonthsLater.setUTCMonth(twoMonthsLater.getUTCMonth() + 2);
  expect(shortage).toMatchObject({ at: dayBefore(twoMonthsLater.toISOString()), missingCents: price - 100 });
});

test("the forecast names the sum that the renewal charges, an accepted upgrade included", async () => {
  const { id, token, serverId } = await clientWithServer(api, { autoRenewal: true });
  const date = dayOf(new Date(api.deps.clock.now().getTime() + 10 * 86_400_000));
  const upgraded = await orderUpgrade(api, token, { serverId, rateId: "trader-4", date });
  expect(upgraded.status).toBe(200);
  const [{ amountCents } = { amountCents: 0 }] = (await comingOf(token)).payments;
  const { body: quote } = await api.call(
    contract.quoteRenewal,
    { serverId, months: order.months },
    { token: await tokenOf(api, id) },
  );
  expect(amountCents).toBe(quote.totalCents);
  expect(amountCents).toBeGreaterThan(price);
});

test("the forecast names the dates of the renewals, also from the end of a long month on", async () => {
  const client = await clientWithServer(api, { autoRenewal: true }, 4 * price);
  const { id, serverId } = client;
  const end = new Date("2026-12-31T10:00:00Z");
  await api.db.update(servers).set({ paidUntil: end }).where(eq(servers.id, serverId));
  const paidUntil = async () =>
    (await api.call(contract.getServer, { serverId }, { token: await tokenOf(api, id) })).body.paidUntil;
  const goTo = (moment: string) =>
    api.pass({ minutes: (Date.parse(moment) - api.deps.clock.now().getTime()) / 60_000 - 24 * 60 });
  goTo(end.toISOString());
  // money for three more months, and the forecast for the fourth
  const { shortage } = await comingOf(await tokenOf(api, id));
  const ends: string[] = [];
  for (let month = 0; month < 4; month++) {
    goTo(await paidUntil());
    await runServerJobs(api);
    ends.push(await paidUntil());
  }
  expect(ends.map((moment) => moment.slice(0, 10))).toEqual([
    "2027-01-31",
    "2027-02-28",
    "2027-03-31",
    "2027-03-31",
  ]);
  expect(shortage?.at).toBe(dayBefore(ends.at(-1) ?? ""));
});

test("without auto-renewal there is no shortage, and the end is reported all the same", async () => {
  const { token, serverId } = await clientWithServer(api, { autoRenewal: false }, price);
  const { paidUntil } = (await api.call(contract.getServer, { serverId }, { token })).body;
  const { payments, shortage, hasAutomatic } = await comingOf(token);
  expect(payments).toMatchObject([{ isAutomatic: false, at: paidUntil, amountCents: price, leavesCents: 0 }]);
  expect([shortage, hasAutomatic]).toEqual([null, false]);
});

test("auto-renewed monitoring counts, and other clients' servers do not", async () => {
  const { id, token } = await api.newClient();
  await giveMoney(api, id, 1_000);
  const bought = await api.call(
    buySubscription,
    { accounts: 2, months: 1, autopay: true, agreedCents: 400 },
    { token },
  );
  expect(bought.status).toBe(200);
  const { payments, shortage } = await comingOf(token);
  expect(payments).toMatchObject([
    { server: null, amountCents: 400, leavesCents: 200, isAutomatic: true },
    { server: null, amountCents: 400, leavesCents: -200, isAutomatic: true },
  ]);
  expect(shortage).toMatchObject({ server: null, missingCents: 200 });
});

test("an announced price is forecast for renewals from its day on, and a balance below it is warned of", async () => {
  const { email, token, serverId } = await clientWithServer(api, { autoRenewal: true }, 3 * price);
  const { body: server } = await api.call(contract.getServer, { serverId }, { token });
  const announce = (day: string) => runAdmin(api, "tariffs", "price", order.rateId, "1", "45", "--from", day);
  const sums = async () => (await comingOf(token)).payments.map(({ amountCents }) => amountCents);
  const renewing = async () => (await api.call(contract.attention, {}, { token })).body.renewing?.priceCents;
  await announce(inDays(api, 40));
  expect((await sums()).slice(0, 2)).toEqual([price, 4500]);
  expect(await renewing()).toBe(price);
  const [change] = await api.db.select().from(priceChanges);
  await runAdmin(api, "tariffs", "cancel-change", change?.id ?? "");

  await announce(dayOf(new Date(dayBefore(server.paidUntil))));
  expect((await sums())[0]).toBe(4500);
  expect(await renewing()).toBe(4500);
  // the old price still applies, and the balance would cover it
  api.pass({ seconds: (Date.parse(server.paidUntil) - api.deps.clock.now().getTime()) / 1000 - 3 * 86_400 });
  await runServerJobs(api);
  const warnings = api.sentEmails.filter((sent) => sent.to === email && sent.template === "renewalSoon");
  expect(warnings.map(({ text }) => text.includes("$45.00"))).toEqual([true]);
});
