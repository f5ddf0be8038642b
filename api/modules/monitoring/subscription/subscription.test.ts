import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSession } from "#api/auth/sessions";
import { schedules } from "#api/bootstrap/all-jobs";
import { runDueJobs } from "#api/bootstrap/run-due-jobs";
import { transaction } from "#api/db/transaction";
import { accountOf, balancesOf, checkLedger, companyAccount, post } from "#api/ledger/ledger";
import { addMonths } from "#api/lib/calendar";
import { newTerminal } from "#api/modules/monitoring/testing";
import { enqueueDue } from "#api/queue/schedule";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/monitoring/index";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(async () => {
  expect(await checkLedger(api.db)).toEqual([]);
  await api.close();
});

async function clientWith(cents: number) {
  const client = await api.newClient();
  if (cents > 0)
    await transaction(api.db, async (tx) => {
      const [main, company] = [await accountOf(tx, client.id, "main"), await companyAccount(tx, "deposits")];
      const entries = [
        { account: main, amountCents: cents },
        { account: company, amountCents: -cents },
      ];
      await post(tx, {
        kind: "deposit",
        reference: { type: "test", id: client.id },
        at: api.deps.clock.now(),
        entries,
      });
    });
  // a new session each time, because months pass in these tests
  const signIn = async () =>
    (
      await transaction(api.db, (tx) =>
        openSession(api.deps, tx, { userId: client.id, userAgent: "", address: "" }),
      )
    ).token;
  return {
    ...client,
    signIn,
    read: async () => (await api.call(contract.readSubscription, {}, { token: await signIn() })).body,
    buy: async (accounts: number, months: number, more: { autopay?: boolean; key?: string } = {}) =>
      api.call(
        contract.buySubscription,
        { accounts, months, autopay: more.autopay },
        { token: await signIn(), key: more.key },
      ),
    balance: async () => (await balancesOf(api.db, client.id)).main,
  };
}

const runJobs = async () => {
  await enqueueDue(api.deps, schedules);
  return runDueJobs(api.deps);
};

describe("a subscription", () => {
  it("is bought for accounts and months at the quoted price", async () => {
    const { token, read, buy, balance } = await clientWith(10_000);
    expect(await read()).toMatchObject({
      freeAccounts: 1,
      paidAccounts: 0,
      available: 1,
      used: 0,
      paidUntil: null,
    });
    const { body: quote } = await api.call(contract.quoteSubscription, { accounts: 5, months: 3 }, { token });
    expect(quote).toMatchObject({ priceCents: 3_000, missingCents: 0 });
    const { body } = await buy(5, 3);
    expect(body).toMatchObject({ priceCents: 3_000, balanceCents: 7_000, endsAt: quote.endsAt });
    expect(await balance()).toBe(7_000);
    expect(await read()).toMatchObject({ paidAccounts: 5, available: 6, paidUntil: quote.endsAt });
  });

  it("charges once whatever is repeated, and nothing if the balance is too low", async () => {
    const { buy, balance, read } = await clientWith(1_000);
    const answers = await Promise.all([1, 2, 3].map(() => buy(2, 2, { key: "the-same-key" })));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await balance()).toBe(200);
    const rejected = await buy(2, 2);
    expect(rejected).toMatchObject({
      status: 422,
      error: { message: "Insufficient funds for payment", details: { missingCents: 600 } },
    });
    expect((await read()).periods).toHaveLength(1);
  });

  it("has from 1 to 50 accounts and 1 to 12 months", async () => {
    const { buy } = await clientWith(1_000_000);
    for (const [accounts, months] of [
      [0, 1],
      [51, 1],
      [1, 0],
      [1, 13],
      [1.5, 1],
    ] as const)
      expect(await buy(accounts, months), `${accounts} ${months}`).toMatchObject({ status: 422 });
    expect((await buy(0, 13)).error.fields).toEqual({
      accounts: "Enter 1 to 50 accounts",
      months: "Enter 1 to 12 months",
    });
    expect(await buy(50, 12)).toMatchObject({ ok: true, body: { priceCents: 120_000 } });
  });

  it("is extended from its end, with a new number of accounts from then on", async () => {
    const { buy, read } = await clientWith(10_000);
    const { body: first } = await buy(3, 1);
    const { body: second } = await buy(1, 2);
    expect(second.startsAt).toBe(first.endsAt);
    expect(await read()).toMatchObject({ paidAccounts: 3, paidUntil: second.endsAt });
  });

  it("can add accounts for the remaining days, to the same end", async () => {
    const { signIn, buy, read, balance } = await clientWith(10_000);
    const more = { accounts: 2 };
    expect(await api.call(contract.quoteAccounts, more, { token: await signIn() })).toMatchObject({
      status: 422,
      error: { code: "noSubscription" },
    });
    const { body: bought } = await buy(5, 1);
    api.pass({ days: 16 });
    const token = await signIn();
    const { body: quote } = await api.call(contract.quoteAccounts, more, { token });
    // March has 31 days, 16 have passed: 2 accounts x 15 days x $2.00 / 30
    expect(quote).toMatchObject({ daysLeft: 15, priceCents: 200, endsAt: bought.endsAt });
    expect((await api.call(contract.addAccounts, more, { token })).body).toMatchObject({
      priceCents: 200,
      endsAt: bought.endsAt,
    });
    expect(await read()).toMatchObject({ paidAccounts: 7, paidUntil: bought.endsAt });
    expect(await balance()).toBe(10_000 - 1_000 - 200);
    const tooMany = await api.call(contract.addAccounts, { accounts: 44 }, { token });
    expect(tooMany).toMatchObject({
      status: 422,
      error: { fields: { accounts: "Up to 50 accounts per subscription" } },
    });
  });

  it("renews automatically once, whatever is repeated", async () => {
    const { id, buy, read, balance } = await clientWith(5_000);
    const { body } = await buy(2, 1, { autopay: true });
    api.pass({ days: 29 });
    await runJobs();
    expect(await balance()).toBe(4_600);
    api.pass({ days: 1, minutes: 10 });
    for (let run = 0; run < 3; run++) {
      api.pass({ minutes: 61 });
      await runJobs();
    }
    expect(await balance()).toBe(4_200);
    expect((await read()).paidUntil).toBe(addMonths(new Date(body.endsAt), 1).toISOString());
    expect(
      api.sentEmails.filter(({ to, template }) => to.startsWith(id) && template === "monitoringRenewed"),
    ).toHaveLength(1);
  });

  it("pauses the newest accounts when it ends, deletes nothing, and resumes with the next one", async () => {
    const { id, token, signIn, buy, read } = await clientWith(800);
    await buy(1, 1, { autopay: true });
    const old = await newTerminal(api, token);
    api.pass({ seconds: 1 });
    const young = await newTerminal(api, token);
    const full = await api.call(
      contract.createAccount,
      { number: "77", name: "Third", activationKey: "key-of-the-third-one" },
      { token },
    );
    expect(full).toMatchObject({
      status: 422,
      error: { message: "Subscription does not allow adding monitoring" },
    });
    const deposit = {
      deals: [{ ticket: "1", time: 1767571200, type: "balance", profit: "100" }],
      balance: "100",
      equity: "100",
    };
    expect((await young.post(deposit)).status).toBe(200);
    api.pass({ days: 125 });
    await runJobs();
    expect(await read()).toMatchObject({ available: 1, used: 2, paused: 1, paidUntil: null });
    expect((await old.post(deposit)).status).toBe(200);
    expect(await young.post(deposit)).toMatchObject({ status: 403, body: { code: "monitoringPaused" } });
    const { body: list } = await api.call(contract.accountList, {}, { token: await signIn() });
    expect(list.accounts.map(({ state }) => state)).toEqual(["connected", "paused"]);
    expect(list.accounts[1]?.balance).toBe("100.00");
    api.pass({ minutes: 61 });
    await runJobs();
    expect(
      api.sentEmails.filter(({ to, template }) => to.startsWith(id) && template === "monitoringEnded"),
    ).toHaveLength(1);
    await buy(1, 1);
    expect((await young.post(deposit)).status).toBe(200);
  });

  it("bought on the 31st ends on the 31st again after a shorter month", async () => {
    const isLongBeforeShort = (at: Date) => at.getUTCDate() === 31 && [2, 4, 7, 9].includes(at.getUTCMonth());
    for (let days = 0; days < 366 && !isLongBeforeShort(api.deps.clock.now()); days++) api.pass({ days: 1 });
    const begun = api.deps.clock.now();
    const { buy } = await clientWith(5_000);
    const first = new Date((await buy(2, 1)).body.endsAt);
    expect([first.getUTCDate(), first.getUTCMonth()]).toEqual([30, begun.getUTCMonth() + 1]);
    const second = new Date((await buy(2, 1)).body.endsAt);
    expect([second.getUTCDate(), second.getUTCMonth()]).toEqual([31, begun.getUTCMonth() + 2]);
    expect(second).toEqual(addMonths(begun, 2));
  });
});
