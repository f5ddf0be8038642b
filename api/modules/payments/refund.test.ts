import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runDueJobs } from "#api/bootstrap/run-due-jobs";
import { ledgerEntries, ledgerTransactions } from "#api/db/schema/balance";
import { depositRefunds, deposits } from "#api/db/schema/payments";
import { transaction } from "#api/db/transaction";
import { mailJob } from "#api/email/send";
import { accountOf, checkLedger, companyAccount, InsufficientFunds, post } from "#api/ledger/ledger";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { getDeposit } from "#contract/payments/index";
import type { RefundWish } from "./refund";
import { refundDeposit, startRefund } from "./refund";
import { balanceOf, order } from "./testing";
import type { Bank } from "./testing/fake-payment-system";
import { bank, confirmed, received } from "./testing/fake-payment-system";

let api: TestApi;
let there: Bank;
let client: Awaited<ReturnType<TestApi["newClient"]>>;
let orderId: string;
beforeAll(async () => {
  there = bank();
  const systems = [there.system, { ...bank("by-hand").system, refund: null }];
  api = await testApi({ payments: { systems, isSandbox: false } });
});
afterAll(async () => {
  expect(await checkLedger(api.db)).toEqual([]);
  await api.close();
});
beforeEach(async () => {
  client = await api.newClient();
  orderId = await received(api, client);
  // jobs left by the previous test
  await runDueJobs(api.deps);
  there.refunds.length = 0;
  there.refundAnswers.length = 0;
});

const start = (wish: Partial<RefundWish> = {}) =>
  transaction(api.db, (tx) =>
    startRefund(api.deps, tx, { orderId, reason: "asked for", way: "system", ...wish }),
  );
const run = (refundId: string) => refundDeposit.run({ refundId }, api.deps);
const rowOf = async (id: string) =>
  (await api.db.select().from(depositRefunds).where(eq(depositRefunds.id, id)))[0];
const ledgerTransaction = async (ledgerId: number) => {
  const [moved] = await api.db.select().from(ledgerTransactions).where(eq(ledgerTransactions.id, ledgerId));
  const entries = await api.db.select().from(ledgerEntries).where(eq(ledgerEntries.transactionId, ledgerId));
  return { ...moved, cents: entries.map(({ amountCents }) => amountCents).toSorted((a, b) => a - b) };
};
const spendAll = () =>
  transaction(api.db, async (tx) => {
    const entries = [
      { account: await accountOf(tx, client.id, "main"), amountCents: -2_000 },
      { account: await companyAccount(tx, "revenue"), amountCents: 2_000 },
    ];
    const reference = { type: "test", id: orderId };
    await post(tx, { kind: "rent", reference, at: api.deps.clock.now(), entries });
  });

describe("a refund", () => {
  test("is taken from the balance at once and requested afterwards in the system's format", async () => {
    const refund = await start();
    const now = api.deps.clock.now();
    expect(refund).toEqual({
      id: expect.stringMatching(/./),
      depositId: orderId,
      sumCents: 2_000,
      leftCents: 0,
      costCents: 1_818,
      status: "asked",
      isRequested: true,
      reason: "asked for",
      declined: null,
      thereId: null,
      createdAt: now,
      changedAt: now,
      ledgerId: expect.any(Number),
      returnLedgerId: null,
    });
    expect([await balanceOf(api, client), there.refunds]).toEqual([0, []]);
    expect(await ledgerTransaction(refund.ledgerId)).toMatchObject({
      kind: "deposit_refund",
      referenceType: "deposit",
      referenceId: orderId,
      at: now,
      details: { method: "bank" },
      cents: [-2_000, 2_000],
    });
    there.refundAnswers.push({ status: "done", refundThereId: "R-1" });
    await runDueJobs(api.deps);
    expect(there.refunds).toEqual([
      {
        id: refund.id,
        orderId,
        thereId: `there-${orderId}`,
        paymentId: "payment-1",
        costCents: 1_818,
        currency: "EUR",
        refundThereId: null,
      },
    ]);
    const { leftCents: _, ...written } = refund;
    expect(await rowOf(refund.id)).toEqual({ ...written, status: "done", thereId: "R-1" });
    // a second run finds it done
    await run(refund.id);
    expect(there.refunds).toHaveLength(1);
  });

  test.each([
    [2_000, 1_818],
    [999, 908],
    [1, 1],
  ])(
    "of %i of 2000 cents returns the same share of the payment, and never zero",
    async (sumCents, costCents) => {
      expect(await start({ sumCents })).toMatchObject({ sumCents, costCents });
      expect(await balanceOf(api, client)).toBe(2_000 - sumCents);
    },
  );

  test("requires a credited deposit, can't exceed it, and happens once", async () => {
    const unpaid = (await order(api, client, 1_000, "bank")).orderId;
    for (const [wish, message] of [
      [{ orderId: "none" }, "There is no such deposit on a balance."],
      [{ orderId: unpaid }, "There is no such deposit on a balance."],
      [{ sumCents: 2_001 }, "That is more than was deposited: $20.00."],
      [{ sumCents: 0 }, "That is more than was deposited: $20.00."],
      [{ sumCents: -1 }, "That is more than was deposited: $20.00."],
    ] as const)
      await expect(start(wish)).rejects.toMatchObject({ message: message });
    await start({ sumCents: 1 });
    for (const way of ["system", "hand"] as const)
      await expect(start({ sumCents: 1, way })).rejects.toMatchObject({
        message: "A deposit can be refunded once; this one has already been refunded, in full or in part.",
      });
    expect(await balanceOf(api, client)).toBe(1_999);
    // another deposit of the same client was not refunded
    orderId = await received(api, client);
    expect((await start()).status).toBe("asked");
  });

  test("of money the client has spent is rejected, and nothing changes", async () => {
    await spendAll();
    await expect(start()).rejects.toThrow(InsufficientFunds);
    await expect(start({ way: "hand" })).rejects.toThrow(InsufficientFunds);
    expect(await api.db.$count(depositRefunds, eq(depositRefunds.depositId, orderId))).toBe(0);
  });

  test.each([
    ["system", "from your balance to your original payment method"],
    ["hand", "We've refunded $20.00 from your balance."],
    ["reversed", "The payment system reversed your deposit of $20.00"],
  ] as const)("by %s is reported to the client, with its reason", async (way, expectedText) => {
    api.sentEmails.splice(0);
    await start({ way });
    await runDueJobs(api.deps, [mailJob], { only: mailJob.name });
    const [sent] = api.sentEmails.filter(({ to }) => to === client.email);
    expect(sent?.text).toContain(expectedText);
    expect(sent?.text).toContain("Reason: asked for");
  });

  test("declined by the payment system is reported to the client", async () => {
    there.refundAnswers.push({ status: "declined", reason: "too old" });
    await start();
    api.sentEmails.splice(0);
    await runDueJobs(api.deps);
    expect(api.sentEmails.filter(({ to }) => to === client.email).map(({ subject }) => subject)).toEqual([
      "Refund of $20.00",
      "Refund of $20.00 was declined",
    ]);
  });

  test("made by an operator is done, without a request to the payment system", async () => {
    const refund = await start({ way: "hand" });
    expect(refund).toMatchObject({ status: "done", isRequested: false });
    await runDueJobs(api.deps);
    await run(refund.id);
    expect(there.refunds).toEqual([]);
    expect(await balanceOf(api, client)).toBe(0);
  });

  test("of a system without refunds is made by hand", async () => {
    orderId = await received(api, client, { method: "by-hand" });
    await expect(start()).rejects.toMatchObject({
      message: "by-hand can't refund automatically: refund it there, then add --by-hand.",
    });
    expect((await start({ way: "hand" })).status).toBe("done");
  });

  test("of a payment that was reversed already becomes a debt if the money is spent", async () => {
    await spendAll();
    const refund = await start({ way: "reversed" });
    expect(refund).toMatchObject({ status: "done", isRequested: false });
    expect(await ledgerTransaction(refund.ledgerId)).toMatchObject({
      kind: "deposit_refund",
      referenceId: orderId,
      details: { method: "bank" },
      cents: [-2_000, 2_000],
    });
    await runDueJobs(api.deps);
    expect(there.refunds).toEqual([]);
    // the next deposit pays the debt first
    await received(api, client);
    expect(await balanceOf(api, client)).toBe(0);
  });
});

describe("payment system of a refund", () => {
  test("is polled every ten minutes while the refund is pending, by the system's own id", async () => {
    there.refundAnswers.push({ status: "pending", refundThereId: "R-2" });
    const refund = await start();
    await runDueJobs(api.deps);
    expect(await rowOf(refund.id)).toMatchObject({ status: "asked", thereId: "R-2" });
    api.pass({ minutes: 9.9 });
    await runDueJobs(api.deps);
    expect(there.refunds).toHaveLength(1);
    api.pass({ minutes: 0.1 });
    await runDueJobs(api.deps);
    expect(there.refunds.map(({ refundThereId }) => refundThereId)).toEqual([null, "R-2"]);
    expect(await rowOf(refund.id)).toMatchObject({ status: "done", changedAt: api.deps.clock.now() });
  });

  test("returns the money to the client once if it declines, with the reason; then the refund can be tried again", async () => {
    const refund = await start({ sumCents: 500 });
    api.pass({ minutes: 1 });
    there.refundAnswers.push({ status: "declined", reason: `too old ${"!".repeat(400)}` });
    await runDueJobs(api.deps);
    const row = await rowOf(refund.id);
    const now = api.deps.clock.now();
    expect(row).toMatchObject({ status: "declined", changedAt: now });
    expect([row?.declined?.startsWith("too old !"), row?.declined?.length]).toEqual([true, 300]);
    expect(await ledgerTransaction(row?.returnLedgerId ?? 0)).toMatchObject({
      kind: "deposit_refund_declined",
      referenceType: "deposit",
      referenceId: orderId,
      at: now,
      details: { method: "bank" },
      cents: [-500, 500],
    });
    await run(refund.id);
    expect([await balanceOf(api, client), there.refunds.length]).toEqual([2_000, 1]);
    // a declined refund does not explain the reversal
    expect(await confirmed(api, orderId, { event: "disputed" })).toBe("reversed");
    expect((await start()).status).toBe("asked");
  });

  test("leaves the client's balance to an operator if it declines because the payer's bank has reversed the payment", async () => {
    const refund = await start();
    // at this point it can only be taken for our own refund
    expect(await confirmed(api, orderId, { event: "disputed" })).toBe("noChange");
    there.refundAnswers.push({ status: "declined", reason: "it is disputed" });
    await run(refund.id);
    const { body } = await api.call(getDeposit, { orderId }, client);
    expect(body.afterwards).toEqual({ refund: null, isDisputed: true });
  });

  test("returns the money once if it declines two concurrent requests", async () => {
    const refund = await start();
    there.refundAnswers.push({ status: "declined", reason: "no" }, { status: "declined", reason: "no" });
    await Promise.all([run(refund.id), run(refund.id)]);
    expect(await balanceOf(api, client)).toBe(2_000);
  });

  test("gets the request again with the same id if it does not answer", async () => {
    const refund = await start();
    there.refundAnswers.push(new Error("the line went down"));
    await expect(run(refund.id)).rejects.toThrow("the line went down");
    expect((await rowOf(refund.id))?.status).toBe("asked");
    await run(refund.id);
    expect(there.refunds.map(({ id }) => id)).toEqual([refund.id, refund.id]);
    expect((await rowOf(refund.id))?.status).toBe("done");
  });

  test("gets no request after its method was removed, and the refund waits", async () => {
    const refund = await start();
    const payments = { systems: [], isSandbox: false };
    await refundDeposit.run({ refundId: refund.id }, { ...api.deps, payments });
    await refundDeposit.run({ refundId: "none" }, api.deps);
    expect([there.refunds, (await rowOf(refund.id))?.status]).toEqual([[], "asked"]);
  });

  test("gets the id of the first payment, or its own id of the order if there is none", async () => {
    api.pass({ minutes: 1 });
    await confirmed(api, orderId, { paymentId: "payment-2" });
    const another = await received(api, client, { paymentId: "payment-3" });
    await run((await start()).id);
    orderId = another;
    await api.db.execute(`delete from payment_reports where order_id = '${another}'`);
    await confirmed(api, another, { event: "disputed", paymentId: "not of a payment" });
    await run((await start()).id);
    orderId = await received(api, client, { paymentId: "payment-4" });
    await api.db.execute(`delete from payment_reports where order_id = '${orderId}'`);
    await api.db.update(deposits).set({ thereId: null }).where(eq(deposits.id, orderId));
    await run((await start()).id);
    expect(there.refunds.map(({ paymentId }) => paymentId)).toEqual(["payment-1", `there-${another}`, ""]);
  });
});
