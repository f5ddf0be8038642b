import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { partnerTerms } from "#api/db/schema/partners";
import { users } from "#api/db/schema/users";
import { transaction } from "#api/db/transaction";
import { balancesOf, checkLedger } from "#api/ledger/ledger";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { history, transfer } from "#contract/balance/index";
import { partnerInfo } from "#contract/partners/index";
import { comingPayments } from "#contract/vps/index";
import { moveToMainBalance, partnerBalance } from "./money";
import { bookRefund } from "./rewards";
import { newReferral, pay, rewardsOf, tokenOf } from "./testing";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const balance = (id: string) => partnerBalance(api.db, id);
const refund = (paymentId: string) => transaction(api.db, (tx) => bookRefund(api.deps, tx, paymentId));

/** Creates a chain of referrals: top referred upper, upper referred lower, lower referred client. */
async function line() {
  const top = await api.newClient();
  const upper = await newReferral(api, top.id);
  const lower = await newReferral(api, upper.id);
  const client = await newReferral(api, lower.id);
  return { top, upper, lower, client };
}

describe("a payment of a client", () => {
  it("rewards three levels, each by a ledger transaction that names payment, level, percentage and clearing", async () => {
    const { top, upper, lower, client } = await line();
    const payment = await pay(api, client.id, 100_00);
    expect([await balance(lower.id), await balance(upper.id), await balance(top.id)]).toEqual([
      20_00, 5_00, 3_00,
    ]);
    const rewards = await rewardsOf(api, payment.id);
    expect(rewards.map(({ booked }) => booked?.details)).toEqual(
      [20, 5, 3].map((percent, index) => ({
        paymentId: payment.id,
        level: index + 1,
        percent,
        clearsAt: api.deps.clock.now().toISOString(),
      })),
    );
    expect(rewards.map(({ booked }) => booked?.kind)).toEqual(["reward", "reward", "reward"]);
  });

  it("is rewarded once, however often it is booked", async () => {
    const { lower, client } = await line();
    const payment = await pay(api, client.id, 50_00);
    await Promise.all([
      pay(api, client.id, 50_00, { id: payment.id }),
      pay(api, client.id, 50_00, { id: payment.id }),
    ]);
    expect(await balance(lower.id)).toBe(10_00);
  });

  it("rewards nobody on a fourth level, nor for a client without a referrer", async () => {
    const { top, client } = await line();
    const fourth = await newReferral(api, client.id);
    await pay(api, fourth.id, 100_00);
    expect(await balance(top.id)).toBe(0);
    const alone = await api.newClient();
    const payment = await pay(api, alone.id, 100_00);
    expect(await rewardsOf(api, payment.id)).toEqual([]);
  });

  it("skips a partner without access to the program, and rewards the others", async () => {
    const { upper, lower, client } = await line();
    await api.db.update(users).set({ partnerAllowed: false }).where(eq(users.id, lower.id));
    await pay(api, client.id, 100_00);
    expect([await balance(lower.id), await balance(upper.id)]).toEqual([0, 5_00]);
  });
});

describe("a refund of a rewarded payment", () => {
  it("reverses the rewards by negative rows, once", async () => {
    const { top, upper, lower, client } = await line();
    const payment = await pay(api, client.id, 100_00);
    await refund(payment.id);
    await refund(payment.id);
    expect([await balance(lower.id), await balance(upper.id), await balance(top.id)]).toEqual([0, 0, 0]);
    const rewards = await rewardsOf(api, payment.id);
    expect(rewards.map(({ reward }) => reward.amountCents)).toEqual([
      20_00, 5_00, 3_00, -20_00, -5_00, -3_00,
    ]);
    expect(rewards.slice(3).every(({ booked }) => booked?.kind === "reward_taken_back")).toBe(true);
  });

  it("in part recalculates each reward from the remaining sum", async () => {
    const { lower, upper, client } = await line();
    const payment = await pay(api, client.id, 100_00);
    const back = (cents: number) => transaction(api.db, (tx) => bookRefund(api.deps, tx, payment.id, cents));
    await back(33_33);
    expect([await balance(lower.id), await balance(upper.id)]).toEqual([13_33, 3_33]);
    await back(66_00);
    await back(99_99);
    expect([await balance(lower.id), await balance(upper.id)]).toEqual([0, 0]);
    await refund(payment.id);
    expect((await rewardsOf(api, payment.id)).reduce((sum, { reward }) => sum + reward.amountCents, 0)).toBe(
      0,
    );
  });

  it("is taken from the main balance if the reward was moved there; a spent reward becomes a debt that later money pays first", async () => {
    const { lower, client } = await line();
    const spender = await api.newClient();
    const payment = await pay(api, client.id, 100_00);
    const move = (amountCents: number) =>
      transaction(api.db, (tx) =>
        moveToMainBalance(api.deps, tx, { id: api.deps.ids.id(), userId: lower.id, amountCents }),
      );
    await move(15_00);
    await api.call(
      transfer,
      { email: spender.email, amountCents: 11_00 },
      { token: await tokenOf(api, lower.id) },
    );
    await refund(payment.id);
    // 5 were left on the partner balance and 4 on the main balance
    const of = async () => {
      const { main, partner, owed } = await balancesOf(api.db, lower.id);
      return { main, partner, owed };
    };
    expect(await of()).toEqual({ main: 0, partner: 0, owed: 11_00 });
    await pay(api, client.id, 20_00);
    expect(await of()).toEqual({ main: 0, partner: 0, owed: 7_00 });
    // the partner page and the balance page show it
    const token = await tokenOf(api, lower.id);
    expect((await api.call(partnerInfo, {}, { token })).body.owedCents).toBe(7_00);
    expect((await api.call(comingPayments, {}, { token })).body.owedCents).toBe(7_00);
    await api.call(transfer, { email: lower.email, amountCents: 10_00 }, { token: spender.token });
    expect(await of()).toEqual({ main: 3_00, partner: 0, owed: 0 });
    const { body } = await api.call(
      history,
      { kind: "transfers", period: "all" },
      { token: await tokenOf(api, lower.id) },
    );
    expect(body.movements.map(({ about, amountCents }) => [about, amountCents])).toEqual(
      expect.arrayContaining([
        ["Debt repayment", -7_00],
        ["Reward reversed: the client's payment was refunded", -4_00],
      ]),
    );
  });
});

it("a reward keeps the percentages of the payment's day when the operator changes the terms", async () => {
  const { lower, client } = await line();
  const before = await pay(api, client.id, 100_00);
  await api.db
    .insert(partnerTerms)
    .values({ percent1: 12.5, percent2: 0, percent3: 0, minWithdrawalCents: 10_00, clearingDays: 14 });
  const after = await pay(api, client.id, 100_00, { kind: "renewal" });
  await api.db.delete(partnerTerms);
  expect(await balance(lower.id)).toBe(32_50);
  expect((await rewardsOf(api, before.id))[0]?.reward.percent).toBe(20);
  const rewards = await rewardsOf(api, after.id);
  expect(rewards.map(({ reward }) => [reward.level, reward.percent, reward.amountCents])).toEqual([
    [1, 12.5, 12_50],
  ]);
  expect(rewards[0]?.reward.clearsAt.getTime()).toBe(api.deps.clock.now().getTime() + 14 * 86_400_000);
});

it("the ledger stays sound", async () => expect(await checkLedger(api.db)).toEqual([]));
