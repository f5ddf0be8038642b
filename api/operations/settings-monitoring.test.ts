import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { schedules } from "#api/bootstrap/all-jobs";
import { runDueJobs } from "#api/bootstrap/run-due-jobs";
import { balancesOf } from "#api/ledger/ledger";
import { newTerminal } from "#api/modules/monitoring/testing";
import { giveMoney, inDays, passUntil, tokenOf, vpsApi } from "#api/modules/vps/testing";
import { enqueueDue } from "#api/queue/schedule";
import type { TestApi } from "#api/testing";
import * as monitoring from "#contract/monitoring/index";
import * as vps from "#contract/vps/index";
import { runAdmin } from "./testing";

let api: TestApi;
let id: string;
beforeEach(async () => {
  api = await vpsApi();
  ({ id } = await api.newClient());
  await giveMoney(api, id, 100_00);
});
afterEach(() => api.close());

const setPrice = (cents: number, ...options: string[]) =>
  runAdmin(api, "settings", "set", "accountMonthCents", String(cents), "--reason", "Costs", ...options);
const signedIn = async () => ({ token: await tokenOf(api, id) });
const balance = async () => (await balancesOf(api.db, id)).main;
const subscription = async () => (await api.call(monitoring.readSubscription, {}, await signedIn())).body;
const buy = async (accounts: number, agreedCents?: number, autopay = false) =>
  api.call(monitoring.buySubscription, { accounts, months: 1, agreedCents, autopay }, await signedIn());
const priceEmails = () =>
  api.sentEmails.filter(({ template }) => template === "monitoringPriceChange").map(({ text }) => text);

describe("accountMonthCents", () => {
  it("is what the page shows, and what is charged", async () => {
    await setPrice(300);
    expect(await subscription()).toMatchObject({
      accountMonthCents: 300,
      offer: { quote: { priceCents: 300 } },
    });
    expect((await buy(2, 600)).body.priceCents).toBe(600);
    expect(await balance()).toBe(94_00);
  });

  it("changed between page and press charges nothing and returns the new price, which then is taken", async () => {
    const quoted = await api.call(monitoring.quoteSubscription, { accounts: 2, months: 1 }, await signedIn());
    expect(quoted.body.priceCents).toBe(400);
    await setPrice(300);
    const refused = await buy(2, 400);
    expect(refused).toMatchObject({
      status: 409,
      error: { code: "priceDiffers", details: { priceCents: 600 } },
    });
    expect(await balance()).toBe(100_00);
    expect((await buy(2, 600)).status).toBe(200);
    // the same for more accounts, when the price falls
    const add = async (agreedCents: number) =>
      api.call(monitoring.addAccounts, { accounts: 1, agreedCents }, await signedIn());
    await setPrice(150);
    expect(await add(300)).toMatchObject({ status: 409, error: { details: { priceCents: 150 } } });
    expect(await balance()).toBe(94_00);
    expect((await add(150)).body.priceCents).toBe(150);
  });

  it("rises only with ten days' notice for those who pay it, who get an e-mail", async () => {
    await buy(2);
    await expect(setPrice(300)).rejects.toThrow(`use --from ${inDays(api, 10)} or later`);
    await expect(setPrice(300, "--from", inDays(api, 9))).rejects.toThrow("1 client pays this price");
    expect(await setPrice(300, "--from", inDays(api, 10))).toContain("1 client gets an e-mail");
    expect(priceEmails()).toEqual([expect.stringContaining("$3.00")]);
    expect((await subscription()).accountMonthCents).toBe(200);
    expect(await runAdmin(api, "settings", "show")).toContain(`300 from ${inDays(api, 10)}`);
    api.pass({ days: 10 });
    expect((await subscription()).accountMonthCents).toBe(300);
    // a lower price needs no notice
    await setPrice(250);
    expect((await subscription()).accountMonthCents).toBe(250);
  });

  it("announced for a later day is replaced by a later change", async () => {
    await setPrice(300, "--from", inDays(api, 20));
    await setPrice(200);
    api.pass({ days: 30 });
    expect((await subscription()).accountMonthCents).toBe(200);
  });

  it("is charged by autopay as the page announced it", async () => {
    await buy(2, undefined, true);
    await setPrice(300, "--from", inDays(api, 20));
    const { autopayCents, paidUntil, accountMonthCents } = await subscription();
    expect([accountMonthCents, autopayCents]).toEqual([200, 600]);
    const { payments } = (await api.call(vps.comingPayments, {}, await signedIn())).body;
    expect(payments[0]?.amountCents).toBe(600);
    const before = await balance();
    passUntil(api, new Date(paidUntil ?? ""), 3_600_000);
    await enqueueDue(api.deps, schedules);
    await runDueJobs(api.deps);
    expect(before - (await balance())).toBe(600);
  });
});

describe("freeAccounts", () => {
  const set = (count: number) =>
    runAdmin(api, "settings", "set", "freeAccounts", String(count), "--reason", "Offer");

  it("lets clients monitor as many; fewer pause the newest, whose posts are rejected", async () => {
    const { token } = await signedIn();
    await newTerminal(api, token);
    await expect(newTerminal(api, token)).rejects.toThrow("subscriptionFull");
    await set(2);
    // the oldest accounts stay
    api.pass({ minutes: 1 });
    const second = await newTerminal(api, token);
    const state = { time: 1_767_600_000, balance: "500", equity: "500", margin: "0", freeMargin: "500" };
    const post = () => second.post({ ...state, positions: [], deals: [] });
    expect((await post()).status).toBe(200);
    expect(await subscription()).toMatchObject({ freeAccounts: 2, available: 2, used: 2, paused: 0 });
    expect((await api.call(vps.startingOffer, {}, {})).body.freeAccounts).toBe(2);
    expect((await api.call(vps.attention, {}, { token })).body.freeAccounts).toBe(2);
    await set(1);
    expect(await subscription()).toMatchObject({ available: 1, paused: 1 });
    const { accounts, available } = (await api.call(monitoring.accountList, {}, { token })).body;
    expect([available, accounts.map((account) => account.state === "paused")]).toEqual([1, [false, true]]);
    expect((await post()).status).toBe(403);
  });

  it("counts in the e-mail about the end of a subscription", async () => {
    await set(3);
    const { token } = await signedIn();
    await buy(1);
    for (let count = 0; count < 4; count++) await newTerminal(api, token);
    passUntil(api, new Date((await subscription()).paidUntil ?? ""), -60_000);
    await enqueueDue(api.deps, schedules);
    await runDueJobs(api.deps);
    const [email] = api.sentEmails.filter(({ template }) => template === "monitoringEnded");
    expect(email?.text).toMatch(/\b1 account\b/);
  });
});
