import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runDueJobs } from "#api/bootstrap/run-due-jobs";
import { checkLedger } from "#api/ledger/ledger";
import { balanceOf, giveMoney } from "#api/modules/payments/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/balance/index";

type Client = Awaited<ReturnType<TestApi["newClient"]>>;

let api: TestApi;
let [sender, recipient]: Client[] = [];
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  sender = await api.newClient();
  recipient = await api.newClient({ name: "Anna Maria Berg" });
  await giveMoney(api, sender, 10_000);
});

const clients = () => {
  if (!sender || !recipient) throw new Error("no people");
  return { sender, recipient };
};

type Options = { key?: string; language?: "en" | "ru" };
const send = (amountCents: number, email = clients().recipient.email, options: Options = {}) =>
  api.call(contract.transfer, { email, amountCents }, { token: clients().sender.token, ...options });
const check = (amountCents: number, email = clients().recipient.email, options: Options = {}) =>
  api.call(contract.checkTransfer, { email, amountCents }, { token: clients().sender.token, ...options });

describe("transfer", () => {
  test("moves the money and notifies the recipient by email", async () => {
    const { sender, recipient } = clients();
    const answer = await send(2_550);
    expect(answer.body.balanceCents).toBe(7_450);
    expect([await balanceOf(api, sender), await balanceOf(api, recipient)]).toEqual([7_450, 2_550]);
    await runDueJobs(api.deps);
    const email = api.sentEmails.find(({ to }) => to === recipient.email);
    expect(email?.text).toContain("$25.50");
    expect(email?.text).toContain(sender.email);
  });

  test("is previewed before it is made: recipient and remaining balance", async () => {
    const { recipient } = clients();
    expect((await check(2_000, recipient.email.toUpperCase())).body).toEqual({
      email: recipient.email,
      recipientName: "A*** M***",
      amountCents: 2_000,
      balanceAfterCents: 8_000,
    });
    expect(await balanceOf(api, recipient)).toBe(0);
  });

  test("of the whole balance, of the minimum and of the maximum succeeds, in preview and in execution", async () => {
    const { sender } = clients();
    for (const amountCents of [100, 9_900]) {
      expect((await check(amountCents)).status).toBe(200);
      expect((await send(amountCents)).status).toBe(200);
    }
    expect(await balanceOf(api, sender)).toBe(0);
    for (let time = 0; time < 10; time++) await giveMoney(api, sender, 100_000);
    expect((await send(1_000_000)).body.balanceCents).toBe(0);
  });

  test("appears in both histories with the other party's address", async () => {
    const { sender, recipient } = clients();
    await send(500);
    const aboutOf = async (token: string) =>
      (await api.call(contract.history, { kind: "transfers" }, { token })).body.movements[0]?.about;
    expect(await aboutOf(sender.token)).toBe(`Transfer to ${recipient.email}`);
    expect(await aboutOf(recipient.token)).toBe(`Transfer from ${sender.email}`);
  });

  test("has its limits returned together with the balance", async () => {
    const { body } = await api.call(contract.transferLimits, {}, { token: clients().sender.token });
    expect(body).toEqual({ minCents: 100, maxCents: 1_000_000, balanceCents: 10_000 });
  });

  test.each([
    ["more than there is", () => [10_001] as const, { amountCents: "Insufficient funds" }],
    [
      "to an address nobody has",
      () => [500, "nobody@example.test"] as const,
      { email: "E-mail does not exist" },
    ],
    [
      "to oneself",
      () => [500, clients().sender.email] as const,
      { email: "You can't send money to yourself" },
    ],
    ["less than the least", () => [99] as const, { amountCents: "Transfer at least $1.00" }],
    [
      "more than the most",
      () => [1_000_001] as const,
      { amountCents: "Transfer up to $10,000.00 at a time" },
    ],
    ["to no address", () => [500, "somebody"] as const, { email: "E-mail is invalid" }],
    ["below zero", () => [-500] as const, { amountCents: "The amount must be more than zero" }],
    ["of half a cent", () => [0.5] as const, { amountCents: "Enter an amount such as 12.50" }],
  ])("%s is rejected with a message, in preview and in execution", async (_what, input, fields) => {
    const { sender } = clients();
    const [amountCents, email] = input() as unknown as [number, string?];
    for (const endpoint of [check, send]) {
      const answer = await endpoint(amountCents, email);
      expect([answer.status, answer.error.fields]).toEqual([422, fields]);
    }
    expect(await balanceOf(api, sender)).toBe(10_000);
  });

  test("to a client with an unconfirmed address is rejected", async () => {
    const unconfirmed = await api.newClient({ emailVerifiedAt: null });
    expect((await send(500, unconfirmed.email)).error.fields).toEqual({ email: "E-mail does not exist" });
  });

  test("can't be used to guess addresses", async () => {
    const answers = [];
    for (let at = 0; at < 11; at++) answers.push((await check(500, `guess-${at}@example.test`)).status);
    expect(answers).toEqual([...Array(10).fill(422), 429]);
    // a known address is rejected too now
    expect((await check(500)).status).toBe(429);
    api.pass({ minutes: 2 });
    expect((await check(500)).status).toBe(200);
  });
});

describe("concurrent transfers", () => {
  test("a hundred with one key have one effect and one response", async () => {
    const { sender, recipient } = clients();
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => send(300, recipient.email, { key: "the-same-key" })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect([await balanceOf(api, sender), await balanceOf(api, recipient)]).toEqual([9_700, 300]);
  });

  test("of a hundred with money for one, one succeeds", async () => {
    const { sender, recipient } = clients();
    const answers = await Promise.all(Array.from({ length: 100 }, () => send(10_000)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(new Set(answers.filter(({ ok }) => !ok).map(({ error }) => error.message))).toEqual(
      new Set(["Insufficient funds"]),
    );
    expect([await balanceOf(api, sender), await balanceOf(api, recipient)]).toEqual([0, 10_000]);
  });

  test("in both directions neither deadlock nor lose a cent", async () => {
    const { sender, recipient } = clients();
    await giveMoney(api, recipient, 10_000);
    const back = () =>
      api.call(contract.transfer, { email: sender.email, amountCents: 700 }, { token: recipient.token });
    const answers = await Promise.all(Array.from({ length: 10 }, () => [send(700), back()]).flat());
    expect(answers.every(({ ok }) => ok)).toBe(true);
    expect([await balanceOf(api, sender), await balanceOf(api, recipient)]).toEqual([10_000, 10_000]);
    expect(await checkLedger(api.db)).toEqual([]);
  });

  test("with the same key and another sum are rejected", async () => {
    const { recipient } = clients();
    await send(300, recipient.email, { key: "another-key" });
    expect((await send(301, recipient.email, { key: "another-key" })).error.code).toBe(
      "idempotencyKeyReused",
    );
  });
});
