import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { partnerPayments, partnerRewards, partnerTerms } from "#api/db/schema/partners";
import { transaction } from "#api/db/transaction";
import { checkLedger } from "#api/ledger/ledger";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/partners/index";
import { bookRefund, releaseRewards } from "./rewards";
import { newReferral, pay, rewardsOf, tokenOf } from "./testing";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const withdrawn = { method: "webmoney", wallet: "Z123456789012" };
const refund = (paymentId: string, cents?: number) =>
  transaction(api.db, (tx) => bookRefund(api.deps, tx, paymentId, cents));
const release = (...paymentIds: string[]) =>
  transaction(api.db, (tx) => releaseRewards(api.deps, tx, paymentIds));
const releasedAt = async (paymentId: string) =>
  (await rewardsOf(api, paymentId)).map(({ reward }) => reward.settledAt?.toISOString() ?? null);
const info = async (partnerId: string) =>
  (await api.call(contract.partnerInfo, {}, { token: await tokenOf(api, partnerId) })).body;
const move = async (partnerId: string, amountCents: number) =>
  (await api.call(contract.transferToBalance, { amountCents }, { token: await tokenOf(api, partnerId) }))
    .error;
const setClearingDays = (clearingDays: number) =>
  api.db
    .insert(partnerTerms)
    .values({ percent1: 20, percent2: 5, percent3: 3, minWithdrawalCents: 30_00, clearingDays });

async function pair() {
  const partner = await api.newClient();
  return { partner, client: await newReferral(api, partner.id) };
}

describe("a reward of a payment that may still be refunded", () => {
  it("clears once a refund is impossible, and no sooner", async () => {
    const { partner, client } = await pair();
    const payment = await pay(api, client.id, 50_00, { canGoBack: true });
    const otherPayment = await pay(api, client.id, 5_00, { canGoBack: true });
    expect(await releasedAt(payment.id)).toEqual([null]);
    // the day is unknown
    expect(await info(partner.id)).toMatchObject({
      balanceCents: 11_00,
      availableCents: 0,
      clearingCents: 11_00,
      nextClearsAt: null,
    });
    expect((await move(partner.id, 1)).message).toBe("Low balance: $0.00 is available");
    api.pass({ minutes: 5 });
    await release();
    await release(payment.id);
    const first = api.deps.clock.now().toISOString();
    api.pass({ minutes: 5 });
    await release(payment.id);
    expect([await releasedAt(payment.id), await releasedAt(otherPayment.id)]).toEqual([[first], [null]]);
    expect(await info(partner.id)).toMatchObject({ availableCents: 10_00, clearingCents: 1_00 });
    expect((await move(partner.id, 10_01)).code).toBe("partnerBalanceLow");
    expect((await move(partner.id, 10_00)).code).toBeUndefined();
  });
});

describe("rewards with a clearing period", () => {
  it("clear on their own days, and the page names the next one", async () => {
    await setClearingDays(14);
    const { partner, client } = await pair();
    await pay(api, client.id, 100_00);
    const next = new Date(api.deps.clock.now().getTime() + 14 * 86_400_000).toISOString();
    api.pass({ days: 3 });
    await pay(api, client.id, 50_00);
    expect(await info(partner.id)).toMatchObject({
      partnerMinWithdrawalCents: 30_00,
      clearingDays: 14,
      availableCents: 0,
      clearingCents: 30_00,
      nextClearsAt: next,
    });
    // clears exactly at its time, not later
    api.pass({ days: 11 });
    expect(await info(partner.id)).toMatchObject({ availableCents: 20_00, clearingCents: 10_00 });
    await api.db.delete(partnerTerms);
  });

  it("that were reversed by a refund leave nothing to wait for", async () => {
    await setClearingDays(14);
    const { partner, client } = await pair();
    await refund((await pay(api, client.id, 100_00)).id);
    expect(await info(partner.id)).toMatchObject({ balanceCents: 0, clearingCents: 0, nextClearsAt: null });
    await api.db.delete(partnerTerms);
  });

  it("cover no withdrawal, and the available sum is never below zero", async () => {
    const { partner, client } = await pair();
    const spent = await pay(api, client.id, 100_00);
    expect((await move(partner.id, 20_00)).code).toBeUndefined();
    await setClearingDays(14);
    await pay(api, client.id, 40_00);
    // the refund takes the 8 that are clearing, and 12 from the main balance
    await refund(spent.id);
    expect(await info(partner.id)).toMatchObject({
      balanceCents: 0,
      availableCents: 0,
      clearingCents: 0,
      nextClearsAt: null,
    });
    const token = await tokenOf(api, partner.id);
    const { status, error } = await api.call(
      contract.createWithdrawal,
      { ...withdrawn, amount: 30 },
      { token },
    );
    expect([status, error.message]).toEqual([409, "Low balance: $0.00 is available"]);
    await api.db.delete(partnerTerms);
  });
});

describe("a refund", () => {
  const payment = async (id: string) => {
    const [row] = await api.db.select().from(partnerPayments).where(eq(partnerPayments.id, id));
    return row && { refundedCents: row.refundedCents, refundedAt: row.refundedAt?.toISOString() ?? null };
  };

  it("in part keeps the client active, in full does not, and its date stays", async () => {
    const { partner, client } = await pair();
    const { id } = await pay(api, client.id, 100_00);
    const active = async () => (await info(partner.id)).level_1_referral_active_count;
    await refund(id, 99_99);
    expect([await payment(id), await active()]).toEqual([{ refundedCents: 99_99, refundedAt: null }, 1]);
    await refund(id, 5_00);
    const done = { refundedCents: 100_00, refundedAt: api.deps.clock.now().toISOString() };
    expect([await payment(id), await active()]).toEqual([done, 0]);
    api.pass({ minutes: 1 });
    await refund(id);
    expect(await payment(id)).toEqual(done);
  });

  it("too small to change a reward writes no row for it", async () => {
    const upper = await api.newClient();
    const partner = await newReferral(api, upper.id);
    const client = await newReferral(api, partner.id);
    const { id } = await pay(api, client.id, 4_99);
    await refund(id, 1);
    const rewards = (await rewardsOf(api, id)).map(({ reward }) => [reward.level, reward.amountCents]);
    // 20 % of 4.98 is one cent less, 5 % is 24 cents as before
    expect(rewards).toEqual([
      [1, 99],
      [2, 24],
    ]);
    await refund(id, 4);
    expect((await rewardsOf(api, id)).slice(2).map(({ reward }) => reward.amountCents)).toEqual([-1]);
  });

  it("of a payment without rewards changes nothing", async () => {
    await refund("unknown");
    const client = await api.newClient();
    const { id } = await pay(api, client.id, 100_00);
    expect(await payment(id)).toBeUndefined();
    await refund(id);
    expect(await api.db.$count(partnerRewards, eq(partnerRewards.clientId, client.id))).toBe(0);
  });
});

it("a payment whose promo code was deleted is rewarded", async () => {
  const { client } = await pair();
  const { id } = await pay(api, client.id, 10_00, { promoCodeId: "gone" });
  expect(await rewardsOf(api, id)).toHaveLength(1);
});

it("the ledger stays sound", async () => expect(await checkLedger(api.db)).toEqual([]));
