import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runDueJobs } from "#api/bootstrap/run-due-jobs";
import { depositRefunds } from "#api/db/schema/payments";
import { errorCode, transaction } from "#api/db/transaction";
import { checkLedger } from "#api/ledger/ledger";
import { runAdmin } from "#api/operations/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { getDeposit } from "#contract/payments/index";
import type { RefundWish } from "./refund";
import { startRefund } from "./refund";
import { balanceOf, depositOf } from "./testing";
import type { Bank } from "./testing/fake-payment-system";
import { bank, confirmed, received } from "./testing/fake-payment-system";

/** A part of a deposit was refunded; then the payer's bank reverses the whole payment. */

let api: TestApi;
let there: Bank;
let client: Awaited<ReturnType<TestApi["newClient"]>>;
let orderId: string;
beforeAll(async () => {
  there = bank();
  api = await testApi({ payments: { systems: [there.system], isSandbox: false } });
});
afterAll(async () => {
  expect(await checkLedger(api.db)).toEqual([]);
  await api.close();
});
beforeEach(async () => {
  client = await api.newClient();
  orderId = await received(api, client);
});

const start = (wish: Partial<RefundWish> = {}) =>
  transaction(api.db, (tx) => startRefund(api.deps, tx, { orderId, reason: "r", way: "hand", ...wish }));
const afterwards = async () => (await api.call(getDeposit, { orderId }, client)).body.afterwards;
const moment = () => api.deps.clock.now().toISOString();
const alreadyRefunded = {
  message: "A deposit can be refunded once; this one has already been refunded, in full or in part.",
};

describe("a dispute after a partial refund", () => {
  test("is listed, and the operator takes the rest, which becomes a debt if it is spent", async () => {
    await start({ sumCents: 600 });
    api.pass({ seconds: 1 });
    expect(await confirmed(api, orderId, { event: "disputed" })).toBe("reversed");
    expect(await runAdmin(api, "deposits", "disputes")).toContain(orderId);
    expect(await afterwards()).toMatchObject({ refund: { sumCents: 600 }, isDisputed: true });
    const output = await runAdmin(
      api,
      "deposits",
      "refund",
      orderId,
      "--reason",
      "charged back",
      "--reversed",
    );
    expect(output).toContain("$14.00");
    expect(await balanceOf(api, client)).toBe(0);
    expect(await afterwards()).toEqual({
      refund: { status: "done", sumCents: 2_000, createdAt: moment() },
      isDisputed: false,
    });
    // now the whole sum is explained
    expect(await confirmed(api, orderId, { event: "disputed", costCents: 1 })).toBe("noChange");
    await expect(start({ way: "reversed" })).rejects.toMatchObject(alreadyRefunded);
  });

  test.each([
    [1_999, "reversed"],
    [2_000, "noChange"],
  ] as const)("of %i of 2000 cents is %s", async (sumCents, outcome) => {
    await start({ sumCents });
    expect(await confirmed(api, orderId, { event: "disputed" })).toBe(outcome);
  });

  test("in several parts is covered once the refunds add up to the whole", async () => {
    await start({ sumCents: 600 });
    await start({ sumCents: 1_399, way: "reversed" });
    expect(await confirmed(api, orderId, { event: "disputed" })).toBe("reversed");
    await start({ sumCents: 1, way: "reversed" });
    expect(await confirmed(api, orderId, { event: "disputed", costCents: 1 })).toBe("noChange");
    expect(await balanceOf(api, client)).toBe(0);
  });

  test("is not raised by a refund report for a part already refunded", async () => {
    expect(await confirmed(api, orderId, { event: "refunded", paymentId: "another" })).toBe("reversed");
    await start({ sumCents: 1 });
    expect(await confirmed(api, orderId, { event: "refunded" })).toBe("noChange");
  });
});

describe("the rest of a deposit", () => {
  test("can be taken back only if the payment was reversed, and no more than the rest", async () => {
    await start({ sumCents: 600 });
    for (const way of ["hand", "system"] as const)
      await expect(start({ way })).rejects.toMatchObject(alreadyRefunded);
    for (const sumCents of [1_401, 0, -1])
      await expect(start({ way: "reversed", sumCents })).rejects.toMatchObject({
        message: "That is more than is left of it: $14.00.",
      });
    expect(await start({ way: "reversed", sumCents: 1_400 })).toMatchObject({
      sumCents: 1_400,
      costCents: 1_272,
      status: "done",
    });
  });

  test("waits for the outcome of a refund that the system has yet to make", async () => {
    await start({ way: "system", sumCents: 600 });
    api.pass({ seconds: 1 });
    expect(await confirmed(api, orderId, { event: "disputed" })).toBe("reversed");
    await expect(start({ way: "reversed" })).rejects.toMatchObject({
      message: "A refund of it is in progress: wait for its outcome.",
    });
    expect(await afterwards()).toMatchObject({ refund: { status: "asked" }, isDisputed: true });
    there.refundAnswers.push({ status: "declined", reason: "it is disputed" });
    await runDueJobs(api.deps);
    expect(await balanceOf(api, client)).toBe(2_000);
    expect(await afterwards()).toEqual({ refund: null, isDisputed: true });
    // a declined refund does not count: the whole sum is left
    expect(await start({ way: "reversed" })).toMatchObject({ sumCents: 2_000, costCents: 1_818 });
  });

  test("has at most one refund requested from its payment system, by a database constraint, besides refunds of other kinds", async () => {
    const requested = await start({ way: "system", sumCents: 600 });
    const { ledgerId } = await depositOf(api, { orderId });
    const insert = (changes: Partial<typeof requested>) =>
      api.db
        .insert(depositRefunds)
        .values({ ...requested, id: `${requested.id}-2`, ledgerId: ledgerId ?? 0, ...changes })
        .catch(errorCode);
    expect(await insert({})).toBe("23505");
    expect(await insert({ isRequested: false, status: "done" })).not.toBe("23505");
  });

  test("is taken once by two concurrent operators", async () => {
    await start({ sumCents: 600 });
    const both = await Promise.allSettled([start({ way: "reversed" }), start({ way: "reversed" })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await balanceOf(api, client)).toBe(0);
  });
});
