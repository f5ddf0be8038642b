import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ledgerTransactions } from "#api/db/schema/balance";
import { partnerRewards } from "#api/db/schema/partners";
import { rates, serverPayments, servers } from "#api/db/schema/vps";
import { transaction } from "#api/db/transaction";
import { balancesOf, checkLedger } from "#api/ledger/ledger";
import { newReferral } from "#api/modules/partners/testing";
import { giveMoney, order, runServerJobs, tokenOf, vpsApi } from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import * as contract from "#contract/vps/index";
import { charge } from "./charge";

let api: TestApi;
beforeAll(async () => {
  api = await vpsApi();
});
afterAll(async () => {
  expect(await checkLedger(api.db)).toEqual([]);
  await api.close();
});

async function rented(cents: number, id?: string) {
  const client = id ? { id, token: await tokenOf(api, id) } : await api.newClient();
  await giveMoney(api, client.id, cents);
  const { body } = await api.call(contract.rent, order, { token: client.token });
  return { ...client, serverId: body.serverId };
}

test("a server's id has ten letters and digits, and its payment refers to a ledger transaction", async () => {
  const { serverId } = await rented(1900);
  expect(serverId).toMatch(/^[a-z0-9]{10}$/i);
  const [payment] = await api.db.select().from(serverPayments).where(eq(serverPayments.serverId, serverId));
  const [ledgerTransaction] = await api.db
    .select()
    .from(ledgerTransactions)
    .where(eq(ledgerTransactions.id, payment?.ledgerId ?? 0));
  expect(ledgerTransaction).toMatchObject({
    kind: "server_rent",
    referenceType: "server_payment",
    referenceId: payment?.id,
  });
});

test("a payment of zero is recorded and moves no money", async () => {
  const { id, serverId } = await rented(1900);
  const now = api.deps.clock.now();
  const paymentId = await transaction(api.db, (tx) =>
    charge(api.deps, tx, {
      serverId,
      userId: id,
      kind: "upgrade",
      tariff: "Trader 2",
      periodFrom: now,
      periodTo: now,
      price: { priceCents: 0, discountCents: 0, totalCents: 0, promo: null },
    }),
  );
  const [payment] = await api.db.select().from(serverPayments).where(eq(serverPayments.id, paymentId));
  expect(payment).toMatchObject({ totalCents: 0, ledgerId: null });
});

test("a client with a part of the price is told the missing sum", async () => {
  const { token } = await rented(1900 + 700);
  const { error } = await api.call(contract.rent, order, { token });
  expect(error).toMatchObject({ code: "insufficientFunds", details: { missingCents: 1900 - 700 } });
});

test("a withdrawn plan can't be rented, and an invalid system is named by its field", async () => {
  const client = await api.newClient();
  await giveMoney(api, client.id, 10_000);
  const { token } = client;
  const wrong = await api.call(contract.rent, { ...order, operatingSystem: "TempleOS" }, { token });
  expect(wrong.error.fields).toEqual({ operatingSystem: "Choose an operating system from the list" });
  await api.db.update(rates).set({ isOffered: false }).where(eq(rates.id, order.rateId));
  const notOffered = await api.call(contract.rent, order, { token });
  await api.db.update(rates).set({ isOffered: true }).where(eq(rates.id, order.rateId));
  expect([notOffered.status, notOffered.error.code]).toEqual([404, "notFound"]);
  expect((await balancesOf(api.db, client.id)).main).toBe(10_000);
});

test("the check of every minute clears rewards that an earlier version left waiting for nothing", async () => {
  const partner = await api.newClient();
  const { id } = await newReferral(api, partner.id);
  const { serverId } = await rented(1900, id);
  const waiting = async () =>
    (await api.db.select().from(partnerRewards).where(eq(partnerRewards.partnerId, partner.id))).map(
      ({ settledAt }) => settledAt === null,
    );
  expect(await waiting()).toEqual([true]);
  await runServerJobs(api);
  expect(await waiting()).toEqual([true]);
  // the server is set up, but the rewards were not released with it
  await api.db.update(servers).set({ ip: "198.18.0.9", status: "active" }).where(eq(servers.id, serverId));
  await runServerJobs(api);
  expect(await waiting()).toEqual([false]);
});
