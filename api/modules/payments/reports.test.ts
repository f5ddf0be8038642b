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

/** Processes a report of the card's payment system: the payment of the order, as ordered, except for the changes. */
const processReport = (event: PaymentReport["event"], changes?: Partial<PaymentReport>, method?: string) =>
  confirm(api, payment, event, changes, method);
const reject = () =>
  transaction(api.db, (tx) => decideDeposit(api.deps, tx, payment.orderId, { accept: false, reason: "no" }));
const row = async () => {
  const [found] = await api.db.select().from(deposits).where(eq(deposits.id, payment.orderId));
  if (!found) throw new Error("There is no such deposit");
  return found;
};
const reports = () => api.db.select().from(paymentReports).where(eq(paymentReports.orderId, payment.orderId));

test("a report is stored unchanged, once, with its outcome", async () => {
  expect([await processReport("pending"), await processReport("pending")]).toEqual(["applied", "replay"]);
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
  expect(await processReport("cancelled")).toBe("applied");
  expect(await row()).toMatchObject({ status: "cancelled", changedAt: api.deps.clock.now() });
});

test("a payment is credited with the same values in the deposit, the ledger and the email", async () => {
  api.pass({ minutes: 1 });
  expect(await processReport("paid")).toBe("applied");
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
  "the email is in the client's language (%s) and names sum, method and order",
  async (language, subject, method) => {
    client = await api.newClient({ language });
    payment = await order(api, client, 2_000);
    await processReport("paid");
    await runDueJobs(api.deps, [mailJob], { only: mailJob.name });
    const [sent, ...others] = api.sentEmails.filter(({ to }) => to === client.email);
    expect(others).toEqual([]);
    expect(sent?.template).toBe("depositReceived");
    expect(sent?.subject).toContain(subject);
    for (const fragment of ["Test Client", payment.orderId, method]) expect(sent?.text).toContain(fragment);
  },
);

test("a credited deposit is not credited a second time", async () => {
  await processReport("paid");
  const received = await row();
  const again = (deposit: typeof received) => transaction(api.db, (tx) => credit(api.deps, tx, deposit));
  await expect(again(received)).rejects.toThrow(`Deposit ${payment.orderId} is on the balance already`);
  // as if a concurrent transaction had read it before the first one wrote
  await expect(again({ ...received, ledgerId: null })).rejects.toThrow(
    `Deposit ${payment.orderId} was not changed`,
  );
  expect(await balanceOf(api, client)).toBe(2_000);
});

describe("a payment report of an order", () => {
  test("for no order of the method is stored and changes nothing", async () => {
    expect(await processReport("paid", {}, "wallet")).toBe("unknownOrder");
    expect(await processReport("paid", { orderId: "none" })).toBe("unknownOrder");
    expect([await statusOf(api, payment.orderId), await balanceOf(api, client)]).toEqual(["notPaid", 0]);
  });

  test.each([{ costCents: 2_051 }, { currency: "EUR" }, { recipient: "somebody" }])(
    "that does not match the order (%j) goes to an operator if paid, and is only stored otherwise",
    async (changes) => {
      expect(await processReport("pending", changes)).toBe("mismatch");
      expect(await statusOf(api, payment.orderId)).toBe("notPaid");
      expect(await processReport("paid", changes)).toBe("mismatch");
      expect(await statusOf(api, payment.orderId)).toBe("underReview");
      // an operator has it now: further reports decide nothing, and a different sum is listed as well
      expect(await processReport("paid")).toBe("recipient" in changes ? "noChange" : "mismatch");
      expect([await statusOf(api, payment.orderId), await balanceOf(api, client)]).toEqual([
        "underReview",
        0,
      ]);
    },
  );

  test("for a credited payment changes nothing if it differs only in wording, while another payment is a second one", async () => {
    await processReport("paid");
    expect(await processReport("paid", { recipient: "said otherwise" })).toBe("noChange");
    expect(await processReport("pending")).toBe("noChange");
    expect(await processReport("failed", { costCents: 1 })).toBe("mismatch");
    // reported as pending under this id, never as paid
    expect(await processReport("pending", { paymentId: "second" })).toBe("noChange");
    expect(await processReport("paid", { paymentId: "second" })).toBe("paidAgain");
    expect(await processReport("paid", { paymentId: "second", recipient: "said otherwise" })).toBe(
      "noChange",
    );
    expect([await statusOf(api, payment.orderId), await balanceOf(api, client)]).toEqual(["received", 2_000]);
  });

  test("with the payment id of another order counts as a separate payment", async () => {
    const paymentId = `pay-${payment.orderId}`;
    await processReport("paid");
    payment = await order(api, client, 1_000);
    await processReport("paid", { paymentId: "own" });
    expect(await processReport("paid", { paymentId })).toBe("paidAgain");
  });

  test("after an operator's rejection stays with the operator", async () => {
    await processReport("pending");
    expect(await reject()).toMatchObject({ status: "processing" });
    expect(await processReport("cancelled")).toBe("noChange");
    expect(await processReport("paid")).toBe("paidAgain");
    expect([await statusOf(api, payment.orderId), await balanceOf(api, client)]).toEqual(["rejected", 0]);
  });
});

describe.each(["refunded", "disputed"] as const)("a report that a payment was %s", (event) => {
  const refund = (way: "hand" | "system") =>
    transaction(api.db, (tx) =>
      startRefund(api.deps, tx, { orderId: payment.orderId, reason: "asked for", way }),
    );

  test("changes nothing for an unpaid order", async () => {
    expect(await processReport(event)).toBe("noChange");
    expect(await statusOf(api, payment.orderId)).toBe("notPaid");
  });

  test("before the payment's report leaves that payment to an operator; another one is credited", async () => {
    await processReport(event);
    expect(await processReport("paid")).toBe("mismatch");
    expect([await statusOf(api, payment.orderId), await balanceOf(api, client)]).toEqual(["underReview", 0]);
    payment = await order(api, client, 1_000);
    await processReport(event, { paymentId: "the first try" });
    expect(await processReport("paid", { paymentId: "the second try" })).toBe("applied");
    expect([await statusOf(api, payment.orderId), await balanceOf(api, client)]).toEqual(["received", 1_000]);
  });

  test("goes to an operator if we have not refunded it, whatever its other fields", async () => {
    await processReport("paid");
    expect(await processReport(event, { costCents: 1 })).toBe("reversed");
    expect([await statusOf(api, payment.orderId), await balanceOf(api, client)]).toEqual(["received", 2_000]);
  });

  test.each(["hand", "system"] as const)("changes nothing if we have refunded it (%s)", async (way) => {
    await processReport("paid");
    await refund(way);
    expect(await processReport(event)).toBe("noChange");
    const other = await order(api, client, 1_000);
    payment = other;
    await processReport("paid");
    // the other order was refunded, this one was not
    expect(await processReport(event)).toBe("reversed");
  });
});
