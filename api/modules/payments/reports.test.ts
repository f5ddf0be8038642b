import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runDueJobs } from "#api/bootstrap/run-due-jobs";
import { ledgerEntries, ledgerTransactions } from "#api/db/schema/balance";
import { deposits, paymentReports } from "#api/db/schema/payments";
import { transaction } from "#api/db/transaction";
import { mailJob } from "#api/email/send";
import type { PaymentReport } from "#api/integrations/payments/system";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import type { Payment } from "#contract/payments/index";
import { credit } from "./credit";
import { decideDeposit } from "./decide-deposit";
import { startRefund } from "./refund";
import { balanceOf, confirm, order, statusOf } from "./testing";

let api: TestApi;
let client: Awaited<ReturnType<TestApi["newClient"]>>;
let payment: Payment;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  client = await api.newClient();
  payment = await order(api, client, 2_000);
});

/** What the card's system has confirmed: the payment of the order, as ordered, but for what a test changes. */
const tell = (event: PaymentReport["event"], changes?: Partial<PaymentReport>, method?: string) =>
  confirm(api, payment, event, changes, method);
const reject = () =>
  transaction(api.db, (tx) => decideDeposit(api.deps, tx, payment.orderId, { accept: false, reason: "no" }));
const row = async () => {
  const [found] = await api.db.select().from(deposits).where(eq(deposits.id, payment.orderId));
  if (!found) throw new Error("There is no such deposit");
  return found;
};
const reports = () => api.db.select().from(paymentReports).where(eq(paymentReports.orderId, payment.orderId));

test("a report is kept as it was said, once, with what came of it", async () => {
  expect([await tell("pending"), await tell("pending")]).toEqual(["applied", "replay"]);
  expect(await reports()).toEqual([
    {
      id: expect.stringMatching(/./),
      method: "card",
      body: expect.stringContaining(`"orderId":"${payment.orderId}","costCents":2050`),
      bodyHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      orderId: payment.orderId,
      paymentId: `pay-${payment.orderId}`,
      event: "pending",
      outcome: "applied",
      receivedAt: api.deps.clock.now(),
      settledAt: null,
      settlement: null,
    },
  ]);
  api.pass({ minutes: 1 });
  expect(await tell("cancelled")).toBe("applied");
  expect(await row()).toMatchObject({ status: "cancelled", changedAt: api.deps.clock.now() });
});

test("a payment is on the balance: the deposit, the ledger and the letter say the same", async () => {
  api.pass({ minutes: 1 });
  expect(await tell("paid")).toBe("applied");
  const { ledgerId, ...deposit } = await row();
  const now = api.deps.clock.now();
  expect(deposit).toMatchObject({ status: "received", sumCents: 2_000, receivedAt: now, changedAt: now });
  const [moved] = await api.db
    .select()
    .from(ledgerTransactions)
    .where(eq(ledgerTransactions.id, ledgerId ?? 0));
  expect(moved).toEqual({
    id: ledgerId,
    kind: "deposit",
    referenceType: "deposit",
    referenceId: payment.orderId,
    at: now,
    details: { method: "card" },
  });
  const entries = await api.db
    .select()
    .from(ledgerEntries)
    .where(eq(ledgerEntries.transactionId, ledgerId ?? 0));
  expect(entries.map(({ amountCents }) => amountCents).toSorted((a, b) => a - b)).toEqual([-2_000, 2_000]);
  expect(await balanceOf(api, client)).toBe(2_000);
});

test.each([
  ["en", "$20.00 added to your balance", "Bank card"],
  ["ru", "20", "Банковская карта"],
] as const)(
  "the letter is in its reader's language (%s) and names sum, method and order",
  async (language, subject, method) => {
    client = await api.newClient({ language });
    payment = await order(api, client, 2_000);
    await tell("paid");
    await runDueJobs(api.deps, [mailJob], { only: mailJob.name });
    const [sent, ...others] = api.sentEmails.filter(({ to }) => to === client.email);
    expect(others).toEqual([]);
    expect(sent?.template).toBe("depositReceived");
    expect(sent?.subject).toContain(subject);
    for (const words of ["Test Client", payment.orderId, method]) expect(sent?.text).toContain(words);
  },
);

test("what is on the balance is not put there a second time", async () => {
  await tell("paid");
  const received = await row();
  const again = (deposit: typeof received) => transaction(api.db, (tx) => credit(api.deps, tx, deposit));
  await expect(again(received)).rejects.toThrow(`Deposit ${payment.orderId} is on the balance already`);
  // as one who read it before the other wrote would have it
  await expect(again({ ...received, ledgerId: null })).rejects.toThrow(
    `Deposit ${payment.orderId} was not changed`,
  );
  expect(await balanceOf(api, client)).toBe(2_000);
});

describe("a report of a payment", () => {
  test("for no order of the method is kept and changes nothing", async () => {
    expect(await tell("paid", {}, "wallet")).toBe("unknownOrder");
    expect(await tell("paid", { orderId: "none" })).toBe("unknownOrder");
    expect([await statusOf(api, payment.orderId), await balanceOf(api, client)]).toEqual(["notPaid", 0]);
  });

  test.each([{ costCents: 2_051 }, { currency: "EUR" }, { recipient: "somebody" }])(
    "that is not as ordered (%j) is an operator's where it is paid, and only kept where it is not",
    async (changes) => {
      expect(await tell("pending", changes)).toBe("mismatch");
      expect(await statusOf(api, payment.orderId)).toBe("notPaid");
      expect(await tell("paid", changes)).toBe("mismatch");
      expect(await statusOf(api, payment.orderId)).toBe("underReview");
      // an operator has it now: what is told meanwhile decides nothing, and what is another sum is listed as well
      expect(await tell("paid")).toBe("recipient" in changes ? "noChange" : "mismatch");
      expect([await statusOf(api, payment.orderId), await balanceOf(api, client)]).toEqual([
        "underReview",
        0,
      ]);
    },
  );

  test("that is on the balance is no news in other words, but another payment is a second one", async () => {
    await tell("paid");
    expect(await tell("paid", { recipient: "said otherwise" })).toBe("noChange");
    expect(await tell("pending")).toBe("noChange");
    expect(await tell("failed", { costCents: 1 })).toBe("mismatch");
    // told of as pending under this name, never as paid
    expect(await tell("pending", { paymentId: "second" })).toBe("noChange");
    expect(await tell("paid", { paymentId: "second" })).toBe("paidAgain");
    expect(await tell("paid", { paymentId: "second", recipient: "said otherwise" })).toBe("noChange");
    expect([await statusOf(api, payment.orderId), await balanceOf(api, client)]).toEqual(["received", 2_000]);
  });

  test("under a name that another order's payment has is a payment of its own", async () => {
    const paymentId = `pay-${payment.orderId}`;
    await tell("paid");
    payment = await order(api, client, 1_000);
    await tell("paid", { paymentId: "own" });
    expect(await tell("paid", { paymentId })).toBe("paidAgain");
  });

  test("that comes after an operator's no stays an operator's", async () => {
    await tell("pending");
    expect(await reject()).toMatchObject({ status: "processing" });
    expect(await tell("cancelled")).toBe("noChange");
    expect(await tell("paid")).toBe("paidAgain");
    expect([await statusOf(api, payment.orderId), await balanceOf(api, client)]).toEqual(["rejected", 0]);
  });
});

describe.each(["refunded", "disputed"] as const)("a report that a payment was %s", (event) => {
  const refund = (way: "hand" | "system") =>
    transaction(api.db, (tx) =>
      startRefund(api.deps, tx, { orderId: payment.orderId, reason: "asked for", way }),
    );

  test("is nothing to an order that was not paid", async () => {
    expect(await tell(event)).toBe("noChange");
    expect(await statusOf(api, payment.orderId)).toBe("notPaid");
  });

  test("before it was told to be paid leaves that payment to an operator; another one is credited", async () => {
    await tell(event);
    expect(await tell("paid")).toBe("mismatch");
    expect([await statusOf(api, payment.orderId), await balanceOf(api, client)]).toEqual(["underReview", 0]);
    payment = await order(api, client, 1_000);
    await tell(event, { paymentId: "the first try" });
    expect(await tell("paid", { paymentId: "the second try" })).toBe("applied");
    expect([await statusOf(api, payment.orderId), await balanceOf(api, client)]).toEqual(["received", 1_000]);
  });

  test("is an operator's where we have not given it back, in whatever words it comes", async () => {
    await tell("paid");
    expect(await tell(event, { costCents: 1 })).toBe("reversed");
    expect([await statusOf(api, payment.orderId), await balanceOf(api, client)]).toEqual(["received", 2_000]);
  });

  test.each(["hand", "system"] as const)("is no news where we have given it back (%s)", async (way) => {
    await tell("paid");
    await refund(way);
    expect(await tell(event)).toBe("noChange");
    const other = await order(api, client, 1_000);
    payment = other;
    await tell("paid");
    // that one went back, this one has not
    expect(await tell(event)).toBe("reversed");
  });
});
