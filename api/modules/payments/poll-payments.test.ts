import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runDueJobs } from "#api/bootstrap/run-due-jobs";
import { depositRefunds, deposits } from "#api/db/schema/payments";
import { transaction } from "#api/db/transaction";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { readBrand } from "#contract/branding/brand";
import type { DepositStatus } from "#contract/payments/deposit-status";
import { expireDeposits, expireDepositsJob } from "./expire-deposits";
import { fetchPayment, pollPayments } from "./poll-payments";
import { startRefund } from "./refund";
import { requestPayment } from "./request-payment";
import { order } from "./testing";
import type { Bank } from "./testing/fake-payment-system";
import { bank, confirmed, received } from "./testing/fake-payment-system";

let api: TestApi;
let there: Bank;
let client: Awaited<ReturnType<TestApi["newClient"]>>;
let orderId: string;
beforeAll(async () => {
  there = bank();
  api = await testApi({ payments: { systems: [there.system], isSandbox: false } });
});
afterAll(() => api.close());
beforeEach(async () => {
  // closes the orders of the previous test
  await api.db
    .update(deposits)
    .set({ status: "deleted", createdAt: new Date(0) })
    .where(eq(deposits.status, "notPaid"));
  await api.db
    .update(deposits)
    .set({ status: "deleted", createdAt: new Date(0) })
    .where(eq(deposits.status, "processing"));
  await runDueJobs(api.deps);
  there.failure = null;
  client = await api.newClient();
  ({ orderId } = await order(api, client, 2_000, "bank"));
  there.lookups.length = 0;
  there.created.length = 0;
  there.refunds.length = 0;
});

const rowOf = async () => {
  const [row] = await api.db.select().from(deposits).where(eq(deposits.id, orderId));
  if (!row) throw new Error("There is no such deposit");
  return row;
};
const change = (values: Partial<typeof deposits.$inferInsert>) =>
  api.db.update(deposits).set(values).where(eq(deposits.id, orderId));
const ago = ({ days = 0, minutes = 0, seconds = 0 }) =>
  new Date(api.deps.clock.now().getTime() - ((days * 24 * 60 + minutes) * 60 + seconds) * 1000);
/** Runs the poll and returns how often this order was looked up. */
async function pollCount(): Promise<number> {
  there.lookups.length = 0;
  await pollPayments(api.deps);
  await runDueJobs(api.deps);
  return there.lookups.filter((notice) => notice.orderId === orderId).length;
}

describe("polling of a payment", () => {
  test("starts ten minutes after its order, and repeats every ten minutes", async () => {
    api.pass({ minutes: 10 });
    expect(await pollCount()).toBe(0);
    api.pass({ seconds: 1 });
    expect(await pollCount()).toBe(1);
    expect(there.lookups).toEqual([{ orderId, thereId: `there-${orderId}`, isProven: true }]);
    expect((await rowOf()).polledAt).toEqual(api.deps.clock.now());
    api.pass({ minutes: 10 });
    expect(await pollCount()).toBe(0);
    api.pass({ seconds: 1 });
    expect(await pollCount()).toBe(1);
  });

  test.each([
    ["notPaid", 1],
    ["processing", 1],
    ["cancelled", 1],
    ["deleted", 1],
    ["underReview", 0],
    ["rejected", 0],
  ] satisfies [DepositStatus, number][])(
    "depends on the status of the deposit: %s",
    async (status, times) => {
      await change({ status, createdAt: ago({ minutes: 11 }) });
      expect(await pollCount()).toBe(times);
      await change({ status: "deleted" });
    },
  );

  test("continues for three days if the system has accepted the order", async () => {
    await change({ createdAt: ago({ days: 3 }) });
    expect(await pollCount()).toBe(0);
    await change({ createdAt: ago({ days: 2, minutes: 23 * 60 + 59 }), thereId: null });
    expect(await pollCount()).toBe(0);
    await change({ thereId: "a name there" });
    expect(await pollCount()).toBe(1);
  });

  test("credits a payment that has arrived; a credited deposit is not polled again", async () => {
    api.pass({ minutes: 11 });
    const paid = {
      paymentId: "p",
      event: "paid",
      costCents: 1_818,
      currency: "EUR",
      recipient: "account 7",
    } as const;
    there.payments.set(orderId, { ...paid, orderId });
    expect(await pollCount()).toBe(1);
    expect((await rowOf()).status).toBe("received");
    there.lookups.length = 0;
    await fetchPayment.run({ orderId }, api.deps);
    await fetchPayment.run({ orderId: "none" }, api.deps);
    await change({ method: "gone" });
    await fetchPayment.run({ orderId }, api.deps);
    expect(there.lookups).toEqual([]);
    // no retries: the next poll looks it up again
    expect(fetchPayment.retries).toBe(0);
  });
});

describe("an order that the payment system has not accepted", () => {
  test("is sent again unchanged until accepted, and the first answer stays", async () => {
    await change({ createdThereAt: null, thereId: null, payUrl: null });
    const brand = readBrand({ PRODUCT_NAME: "Kestrel" });
    const deps = { ...api.deps, settings: { ...api.deps.settings, brand } };
    there.failure = new Error("the line went down");
    await expect(requestPayment(deps, orderId)).rejects.toThrow("the line went down");
    expect((await rowOf()).createdThereAt).toBeNull();
    there.failure = null;
    api.pass({ seconds: 7 });
    // another process sends the same request and gets its response first
    there.meanwhile = () => requestPayment(deps, orderId);
    await requestPayment(deps, orderId);
    const { createdAt, expiresAt, createdThereAt, thereId, payUrl } = await rowOf();
    expect(there.created[0]).toEqual({
      orderId,
      method: "bank",
      costCents: 1_818,
      currency: "EUR",
      recipient: "account 7",
      returnUrl: `http://localhost:3000/balance-operations/deposit/${orderId}?returned=1`,
      callbackUrl: "http://localhost:3000/api/payments/callback/bank",
      expiresAt,
      title: `Kestrel ${orderId}`,
    });
    expect(there.created).toEqual([there.created[0], there.created[0], there.created[0]]);
    expect(expiresAt.getTime() - createdAt.getTime()).toBe(3_600_000);
    expect([createdThereAt, thereId]).toEqual([api.deps.clock.now(), `there-${orderId}`]);
    expect(payUrl).toBe(`https://bank.example/${orderId}/3`);
    await requestPayment(deps, orderId);
    expect(there.created).toHaveLength(3);
    expect((await rowOf()).payUrl).toBe(payUrl);
  });

  test("is sent again only while it can be paid, by an available method", async () => {
    await change({ createdThereAt: null, status: "cancelled" });
    await requestPayment(api.deps, orderId);
    await change({ status: "notPaid", method: "gone" });
    await requestPayment(api.deps, orderId);
    await requestPayment(api.deps, "none");
    expect(there.created).toEqual([]);
  });

  test("is also sent by polling, and the client's page does not fail meanwhile", async () => {
    there.failure = new Error("away");
    const { payUrl, orderId: silent, status } = await order(api, client, 2_000, "bank");
    expect([payUrl, status]).toEqual([null, "notPaid"]);
    there.failure = null;
    orderId = silent;
    api.pass({ seconds: 19 });
    await runDueJobs(api.deps);
    expect((await rowOf()).createdThereAt).toBeNull();
    api.pass({ seconds: 1 });
    await runDueJobs(api.deps);
    expect((await rowOf()).createdThereAt).toEqual(api.deps.clock.now());
    await change({ createdThereAt: null });
    await pollCount();
    expect((await rowOf()).createdThereAt).not.toBeNull();
    there.created.length = 0;
    await change({ createdThereAt: null, status: "underReview" });
    await pollCount();
    expect(there.created).toEqual([]);
  });
});

test("a refund without an answer is polled again after ten minutes", async () => {
  orderId = await received(api, client);
  await transaction(api.db, (tx) => startRefund(api.deps, tx, { orderId, reason: "r", way: "system" }));
  await api.db.execute("delete from pgboss.job");
  api.pass({ minutes: 10 });
  await pollCount();
  expect(there.refunds).toEqual([]);
  api.pass({ seconds: 1 });
  await pollCount();
  expect(there.refunds).toHaveLength(1);
  await api.db.update(depositRefunds).set({ changedAt: ago({ days: 1 }) });
  await pollCount();
  expect(there.refunds).toHaveLength(1);
});

describe("expireDeposits", () => {
  test("cancels an order after its expiry time, and no other", async () => {
    const paid = await received(api, client);
    const { expiresAt } = await rowOf();
    api.pass({ minutes: 60 });
    await expireDeposits(api.deps);
    expect([(await rowOf()).status, api.deps.clock.now()]).toEqual(["notPaid", expiresAt]);
    api.pass({ seconds: 1 });
    await expireDepositsJob.run({}, api.deps);
    expect(await rowOf()).toMatchObject({ status: "cancelled", changedAt: api.deps.clock.now() });
    await runDueJobs(api.deps);
    // the job polls payments, too
    expect(there.lookups.map((notice) => notice.orderId)).toContain(orderId);
    orderId = paid;
    expect((await rowOf()).status).toBe("received");
  });

  test("passes deposits that are pending for over three days to an operator", async () => {
    await confirmed(api, orderId, { event: "pending" });
    api.pass({ days: 3 });
    await expireDeposits(api.deps);
    expect((await rowOf()).status).toBe("processing");
    api.pass({ seconds: 1 });
    await expireDeposits(api.deps);
    expect(await rowOf()).toMatchObject({ status: "underReview", changedAt: api.deps.clock.now() });
    const swept = await rowOf();
    api.pass({ days: 4 });
    await expireDeposits(api.deps);
    expect(await rowOf()).toEqual(swept);
  });
});
