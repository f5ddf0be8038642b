import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { partnerTerms } from "#api/db/schema/partners";
import { users } from "#api/db/schema/users";
import { transaction } from "#api/db/transaction";
import { balancesOf, checkLedger } from "#api/ledger/ledger";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/partners/index";
import { expireWithdrawals } from "./expire-withdrawals";
import { newReferral, pay } from "./testing";
import { decideWithdrawal } from "./withdrawals";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const tron = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
const defaultInput = { method: "usdt_trc20", wallet: tron, amount: "30.00" as string | number };

/** Creates a partner who has earned 100 dollars. */
async function earner() {
  const partner = await api.newClient();
  const client = await newReferral(api, partner.id);
  await pay(api, client.id, 500_00);
  return partner;
}

const requestWithdrawal = (token: string, input: Partial<typeof defaultInput> = {}, key?: string) =>
  api.call(contract.createWithdrawal, { ...defaultInput, ...input }, { token, key });

const codeOf = (sent: { text: string } | undefined) =>
  /confirm-wallet\?code=([\w-]+)/.exec(sent?.text ?? "")?.[1] ?? "";

async function confirm(token: string) {
  return api.call(contract.confirmWallet, { code: codeOf(api.sentEmails.at(-1)) }, { token });
}

describe("a withdrawal", () => {
  it("holds the money, waits for the new wallet, then is under review for five working days", async () => {
    const { id, token, email } = await earner();
    const { status, body } = await requestWithdrawal(token);
    expect(status).toBe(200);
    expect(body.withdrawal).toMatchObject({
      status: "confirming",
      amountCents: 30_00,
      methodName: "USDT (TRC-20)",
      dueOn: "2026-03-09",
    });
    expect(await balancesOf(api.db, id)).toEqual({
      main: 0,
      partner: 70_00,
      withdrawal_hold: 30_00,
      owed: 0,
    });
    expect(api.sentEmails.at(-1)?.to).toBe(email);
    expect((await confirm(token)).body).toEqual({ wallet: tron, methodName: "USDT (TRC-20)" });
    const { body: list } = await api.call(contract.withdrawals, {}, { token });
    expect(list.withdrawals.map((row) => row.status)).toEqual(["underReview"]);
  });

  it("to a confirmed wallet goes under review at once", async () => {
    const { token } = await earner();
    const { body: first } = await requestWithdrawal(token);
    await confirm(token);
    await api.call(contract.cancelWithdrawal, { withdrawalId: first.withdrawal?.id ?? "" }, { token });
    expect((await requestWithdrawal(token)).body.withdrawal?.status).toBe("underReview");
    expect((await api.call(contract.wallets, {}, { token })).body.wallets).toMatchObject([{ wallet: tron }]);
  });

  it("is limited to one at a time: the second is rejected with a message", async () => {
    const { token } = await earner();
    await requestWithdrawal(token);
    const { status, error } = await requestWithdrawal(token);
    expect([status, error.message]).toEqual([409, "Previous request is still processing"]);
  });

  it("is limited to one at a time also under ten concurrent requests", async () => {
    const { id, token } = await earner();
    const answers = await Promise.all(Array.from({ length: 10 }, () => requestWithdrawal(token)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
    expect(await balancesOf(api.db, id)).toMatchObject({ partner: 70_00, withdrawal_hold: 30_00 });
  });

  it("repeated with the same key gets the first response", async () => {
    const { id, token } = await earner();
    const first = await requestWithdrawal(token, {}, "same-key-1");
    const second = await requestWithdrawal(token, {}, "same-key-1");
    expect(second.body).toEqual(first.body);
    expect((await balancesOf(api.db, id)).withdrawal_hold).toBe(30_00);
  });

  it.each([
    ["above the balance", { amount: 100.01 }, 409, "Low balance: $100.00 is available"],
    ["below the minimum", { amount: "19.99" }, 422, "The minimum is $20.00"],
    [
      "below the method's minimum",
      { method: "bitcoin", wallet: "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa" },
      422,
      "The minimum is $100.00",
    ],
    [
      "to a wallet of another method",
      { method: "webmoney" },
      422,
      "This doesn't look like a wallet for this method. Check every character",
    ],
    ["by an unknown method", { method: "gold" }, 422, "Choose a method from the list"],
  ])("%s is rejected", async (_name, input, expected, message) => {
    const { id, token } = await earner();
    const { status, error } = await requestWithdrawal(token, input);
    expect([status, error.message]).toEqual([expected, message]);
    expect(await balancesOf(api.db, id)).toMatchObject({ partner: 100_00, withdrawal_hold: 0 });
  });

  it("waits for rewards to clear", async () => {
    await api.db
      .insert(partnerTerms)
      .values({ percent1: 20, percent2: 5, percent3: 3, minWithdrawalCents: 20_00, clearingDays: 14 });
    const { token } = await earner();
    const { error } = await requestWithdrawal(token);
    expect(error.message).toBe("Low balance: $0.00 is available");
    const { body: info } = await api.call(contract.partnerInfo, {}, { token });
    expect(info).toMatchObject({
      balanceCents: 100_00,
      availableCents: 0,
      clearingCents: 100_00,
      nextClearsAt: "2026-03-16T10:00:00.000Z",
    });
    await api.db.delete(partnerTerms);
  });

  it("can be cancelled by its client only, and the money returns", async () => {
    const { id, token } = await earner();
    const stranger = await api.newClient();
    const { body } = await requestWithdrawal(token);
    const cancel = (who: string) =>
      api.call(contract.cancelWithdrawal, { withdrawalId: body.withdrawal?.id ?? "" }, { token: who });
    expect((await cancel(stranger.token)).status).toBe(404);
    expect((await cancel(token)).ok).toBe(true);
    expect((await cancel(token)).ok).toBe(true);
    expect(await balancesOf(api.db, id)).toMatchObject({ partner: 100_00, withdrawal_hold: 0 });
  });

  it("is paid by the operator after the wallet is confirmed, once", async () => {
    const { id, token } = await earner();
    const { body } = await requestWithdrawal(token);
    const decide = (status: "paidOut" | "rejected") =>
      transaction(api.db, (tx) =>
        decideWithdrawal(api.deps, tx, body.withdrawal?.id ?? "", { status, reference: "tx 1" }),
      );
    expect(await decide("paidOut")).toBeNull();
    await confirm(token);
    expect((await decide("paidOut"))?.status).toBe("paidOut");
    expect(await decide("rejected")).toBeNull();
    expect(await balancesOf(api.db, id)).toMatchObject({ partner: 70_00, withdrawal_hold: 0 });
    expect((await requestWithdrawal(token)).ok).toBe(true);
  });

  it("is rejected by the operator with a reason, and the money returns", async () => {
    const { id, token } = await earner();
    const { body } = await requestWithdrawal(token);
    await transaction(api.db, (tx) =>
      decideWithdrawal(api.deps, tx, body.withdrawal?.id ?? "", {
        status: "rejected",
        reason: "Wallet is closed",
      }),
    );
    const { body: list } = await api.call(contract.withdrawals, {}, { token });
    expect(list.withdrawals[0]).toMatchObject({ status: "rejected", reason: "Wallet is closed" });
    expect((await balancesOf(api.db, id)).partner).toBe(100_00);
  });
});

describe("a request whose wallet is not confirmed", () => {
  it("is cancelled after three days, and the money returns", async () => {
    const { id, token } = await earner();
    await requestWithdrawal(token);
    api.pass({ days: 2 });
    await expireWithdrawals.handle({}, api.deps);
    expect((await balancesOf(api.db, id)).withdrawal_hold).toBe(30_00);
    api.pass({ days: 2 });
    await expireWithdrawals.handle({}, api.deps);
    await expireWithdrawals.handle({}, api.deps);
    expect(await balancesOf(api.db, id)).toMatchObject({ partner: 100_00, withdrawal_hold: 0 });
  });
});

describe("a transfer to the main balance", () => {
  it("moves the money, once per key", async () => {
    const { id, token } = await earner();
    const move = (amountCents: number, key?: string) =>
      api.call(contract.transferToBalance, { amountCents }, { token, key });
    expect((await move(40_00, "transfer-key")).body).toEqual({
      balanceCents: 40_00,
      partnerBalanceCents: 60_00,
    });
    await move(40_00, "transfer-key");
    expect(await balancesOf(api.db, id)).toMatchObject({ main: 40_00, partner: 60_00 });
    const { status, error } = await move(60_01);
    expect([status, error.message]).toEqual([409, "Low balance: $60.00 is available"]);
  });

  it("and concurrent withdrawals never spend the same money twice", async () => {
    const { id, token } = await earner();
    await Promise.all([
      requestWithdrawal(token, { amount: 60 }),
      ...Array.from({ length: 6 }, () =>
        api.call(contract.transferToBalance, { amountCents: 30_00 }, { token }),
      ),
    ]);
    const { main, partner, withdrawal_hold } = await balancesOf(api.db, id);
    expect(main + partner + withdrawal_hold).toBe(100_00);
    expect(partner).toBeLessThan(30_00);
  });
});

it("withdrawals and other partner endpoints are rejected if the program is closed to the client", async () => {
  const { id, token } = await earner();
  await api.db.update(users).set({ partnerAllowed: false }).where(eq(users.id, id));
  const { status, error } = await requestWithdrawal(token);
  expect([status, error.code]).toEqual([403, "partnerClosed"]);
  expect((await api.call(contract.network, {}, { token })).status).toBe(403);
});

it("the ledger stays sound", async () => expect(await checkLedger(api.db)).toEqual([]));
