import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { partnerTerms, partnerWallets, partnerWithdrawals } from "#api/db/schema/partners";
import type { users } from "#api/db/schema/users";
import { transaction } from "#api/db/transaction";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/partners/index";
import { expireWithdrawals } from "./expire-withdrawals";
import { newReferral, pay, tokenOf } from "./testing";
import { sendDecision } from "./wallet-emails";
import { decideWithdrawal } from "./withdrawals";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());
beforeEach(() => void api.sentEmails.splice(0));

const webmoney = { method: "webmoney", wallet: "Z123456789012" };
type Decision = Parameters<typeof decideWithdrawal>[3];

/** Creates a partner who has earned 200 dollars and has a confirmed wallet. */
async function earner(values: Partial<typeof users.$inferInsert> = {}) {
  const partner = await api.newClient(values);
  await pay(api, (await newReferral(api, partner.id)).id, 1000_00);
  const now = api.deps.clock.now();
  await api.db
    .insert(partnerWallets)
    .values({ id: `w${partner.id}`, userId: partner.id, ...webmoney, createdAt: now, confirmedAt: now });
  return partner;
}

const requestWithdrawal = (token: string, amount: number | string, input: Partial<typeof webmoney> = {}) =>
  api.call(contract.createWithdrawal, { ...webmoney, ...input, amount }, { token });
const decide = (id: string, decision: Decision) =>
  transaction(api.db, async (tx) => {
    const row = await decideWithdrawal(api.deps, tx, id, decision);
    if (row) await sendDecision(api.deps, tx, row);
    return row;
  });
const list = async (token: string, language?: "ru") =>
  (await api.call(contract.withdrawals, {}, { token, language })).body.withdrawals;

describe("withdrawal methods", () => {
  const minima = async (token: string) =>
    (await api.call(contract.payoutMethods, {}, { token })).body.methods.map(({ id, minCents }) => [
      id,
      minCents,
    ]);

  it("have a name, a hint in the viewer's language and the greater of both minimums", async () => {
    const { token } = await api.newClient();
    const { body } = await api.call(contract.payoutMethods, {}, { token, language: "ru" });
    expect(body.methods).toContainEqual({
      id: "bitcoin",
      name: "Bitcoin",
      minCents: 100_00,
      hint: "Адрес, который начинается с 1, 3 или bc1",
    });
    expect(await minima(token)).toEqual([
      ["usdt_trc20", 20_00],
      ["usdt_erc20", 100_00],
      ["bitcoin", 100_00],
      ["webmoney", 20_00],
    ]);
    await api.db
      .insert(partnerTerms)
      .values({ percent1: 20, percent2: 5, percent3: 3, minWithdrawalCents: 150_00, clearingDays: 0 });
    expect((await minima(token)).map(([, cents]) => cents)).toEqual([150_00, 150_00, 150_00, 150_00]);
    const bitcoin = { method: "bitcoin", wallet: "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa" };
    expect((await requestWithdrawal(token, 149.99, bitcoin)).error.message).toBe("The minimum is $150.00");
    await api.db.delete(partnerTerms);
  });
});

describe("validation of a withdrawal request", () => {
  it.each([
    [{ method: "gold" }, 50, { method: "Choose a method from the list" }],
    [
      { wallet: "R123456789012" },
      50,
      { wallet: "This doesn't look like a wallet for this method. Check every character" },
    ],
    [{}, 19.99, { amount: "The minimum is $20.00" }],
  ])("rejects %j of %d under its field", async (input, amount, fields) => {
    const { token } = await earner();
    const { status, error } = await requestWithdrawal(token, amount, input);
    expect([status, error.fields]).toEqual([422, fields]);
    expect(await list(token)).toEqual([]);
  });

  it("accepts exactly the minimum and the whole balance", async () => {
    const { token } = await earner();
    const { body } = await requestWithdrawal(token, "20.00");
    expect(body.withdrawal?.amountCents).toBe(20_00);
    expect((await requestWithdrawal(token, 20)).error.code).toBe("withdrawalPending");
    await decide(body.withdrawal?.id ?? "", { status: "paidOut", reference: "tx 1" });
    expect((await requestWithdrawal(token, 180)).ok).toBe(true);
  });
});

describe("withdrawal history", () => {
  it("shows each request in full, newest first, with its outcome and time", async () => {
    const { id: userId, token } = await earner();
    const first = (await requestWithdrawal(token, 30)).body.withdrawal?.id ?? "";
    api.pass({ minutes: 1 });
    await decide(first, { status: "rejected", reason: "The wallet is blocked" });
    api.pass({ minutes: 1 });
    const second = (await requestWithdrawal(token, 40)).body.withdrawal;
    const minutesAgo = (minutes: number) =>
      new Date(api.deps.clock.now().getTime() - minutes * 60_000).toISOString();
    const commonFields = { ...webmoney, methodName: "WebMoney WMZ", dueOn: "2026-03-09" };
    const waiting = {
      ...commonFields,
      id: second?.id,
      createdAt: minutesAgo(0),
      amountCents: 40_00,
      status: "underReview",
      reason: null,
      reference: null,
      decidedAt: null,
    };
    expect(second).toEqual(waiting);
    expect(await list(token)).toEqual([
      waiting,
      {
        ...commonFields,
        id: first,
        createdAt: minutesAgo(2),
        amountCents: 30_00,
        status: "rejected",
        reason: "The wallet is blocked",
        reference: null,
        decidedAt: minutesAgo(1),
      },
    ]);
    // a withdrawal by a method that is no longer offered shows the stored id
    await api.db.update(partnerWithdrawals).set({ method: "card" }).where(eq(partnerWithdrawals.id, first));
    expect((await list(token, "ru")).map(({ methodName }) => methodName)).toEqual(["WebMoney WMZ", "card"]);
    expect((await list((await earner()).token)).length).toBe(0);
    expect(await api.db.$count(partnerWithdrawals, eq(partnerWithdrawals.userId, userId))).toBe(2);
  });
});

describe("the operator's decision", () => {
  const cancel = (token: string, id: string) =>
    api.call(contract.cancelWithdrawal, { withdrawalId: id }, { token });

  it("is sent in the client's language, a payment with its wallet", async () => {
    const { email, token } = await earner({ language: "ru", name: "Борис Орлов" });
    const { body } = await requestWithdrawal(token, 30);
    expect(api.sentEmails.map(({ to }) => to)).toEqual([email]);
    const row = await decide(body.withdrawal?.id ?? "", { status: "paidOut", reference: "tx 1" });
    expect(row).toMatchObject({ status: "paidOut", reference: "tx 1", decidedAt: api.deps.clock.now() });
    await api.call(contract.withdrawals, {}, { token });
    const sent = api.sentEmails[1];
    expect(sent).toMatchObject({ to: email, subject: expect.stringContaining("выплачен") });
    for (const part of ["Борис Орлов", "WebMoney WMZ", "Z123456789012"]) expect(sent?.text).toContain(part);
  });

  it("includes the reason of a rejection", async () => {
    const { token } = await earner();
    const { body } = await requestWithdrawal(token, 30);
    await decide(body.withdrawal?.id ?? "", { status: "rejected", reason: "The wallet is blocked" });
    await api.call(contract.withdrawals, {}, { token });
    expect(api.sentEmails.at(-1)).toMatchObject({
      subject: "Withdrawal of $30.00 was rejected",
      text: expect.stringContaining("Reason: The wallet is blocked"),
    });
  });

  it("is final: the client can't cancel the request any more", async () => {
    const { token } = await earner();
    const id = (await requestWithdrawal(token, 30)).body.withdrawal?.id ?? "";
    await decide(id, { status: "paidOut" });
    const { status, error } = await cancel(token, id);
    expect([status, error.code]).toEqual([409, "withdrawalDecided"]);
    expect((await cancel(token, "unknown")).error.code).toBe("notFound");
    const next = (await requestWithdrawal(token, 30)).body.withdrawal?.id ?? "";
    expect((await cancel(token, next)).body).toEqual({ ok: true });
    expect((await list(token)).map((row) => row.status).sort()).toEqual(["cancelled", "paidOut"]);
  });
});

it("a request under review has no time limit, one that waits for its wallet has three days", async () => {
  const [reviewed, confirming] = [await earner(), await earner()];
  await requestWithdrawal(reviewed.token, 30);
  const waiting = await requestWithdrawal(confirming.token, 30, { wallet: "Z999999999999" });
  const statusOf = async () => {
    await expireWithdrawals.handle({}, api.deps);
    const rows = await api.db.select().from(partnerWithdrawals);
    const of = ({ id }: { id: string }) => rows.find((row) => row.userId === id)?.status;
    return [of(reviewed), of(confirming)];
  };
  api.pass({ days: 3 });
  expect(await statusOf()).toEqual(["underReview", "confirming"]);
  api.pass({ seconds: 1 });
  expect(await statusOf()).toEqual(["underReview", "cancelled"]);
  expect(waiting.body.withdrawal?.status).toBe("confirming");
});

it("a request waits until the last link to its wallet expires, and its end is reported by email", async () => {
  const { id, email } = await earner();
  const token = () => tokenOf(api, id);
  await requestWithdrawal(await token(), 30, { wallet: "Z999999999999" });
  api.pass({ days: 2.9 });
  expect((await api.call(contract.resendWalletEmail, {}, { token: await token() })).ok).toBe(true);
  const statusOf = async () => {
    await expireWithdrawals.handle({}, api.deps);
    return (await list(await token()))[0]?.status;
  };
  api.pass({ days: 3 });
  expect(await statusOf()).toBe("confirming");
  api.sentEmails.splice(0);
  api.pass({ seconds: 1 });
  expect([await statusOf(), await statusOf()]).toEqual(["cancelled", "cancelled"]);
  expect(api.sentEmails.map(({ to, subject }) => [to, subject])).toEqual([
    [email, "Withdrawal of $30.00 was cancelled"],
  ]);
  expect(api.sentEmails[0]?.text).toContain("wasn't confirmed in time");
});
