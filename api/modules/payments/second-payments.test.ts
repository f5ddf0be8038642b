import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deposits, paymentReports } from "#api/db/schema/payments";
import { transaction } from "#api/db/transaction";
import type { PaymentReport } from "#api/integrations/payments/system";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import type { Payment } from "#contract/payments/index";
import type { DepositDecision } from "./decide-deposit";
import { decideDeposit } from "./decide-deposit";
import { expireDeposits } from "./expire-deposits";
import { balanceOf, confirm, order, statusOf } from "./testing";

/**
 * Several reports of money for one order: each sum counts once, and what does not count is listed for an operator.
 */

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

/** A card deposit of $20 costs 2050 cents; all reports have the same payment id unless a test changes it. */
const processReport = (event: PaymentReport["event"], changes?: Partial<PaymentReport>, method?: string) =>
  confirm(api, payment, event, changes, method);
const decide = (decision: DepositDecision) =>
  transaction(api.db, (tx) => decideDeposit(api.deps, tx, payment.orderId, decision));
const statusAndBalance = async () => [await statusOf(api, payment.orderId), await balanceOf(api, client)];
/** Reports the payment as pending, followed by more than three days of silence. */
const fallSilent = async () => {
  await processReport("pending");
  api.pass({ days: 3, seconds: 1 });
  await expireDeposits(api.deps);
  expect(await statusAndBalance()).toEqual(["underReview", 0]);
};

describe("another report of a credited payment", () => {
  test.each([{ costCents: 3_000 }, { costCents: 100 }, { currency: "EUR" }])(
    "under its own id with other values is a mismatch, once (%j)",
    async (changes) => {
      expect(await processReport("paid")).toBe("applied");
      expect(await processReport("paid", changes)).toBe("mismatch");
      expect(await processReport("paid", changes)).toBe("replay");
      expect(await processReport("paid", { ...changes, recipient: "said otherwise" })).toBe("noChange");
      expect(await statusAndBalance()).toEqual(["received", 2_000]);
    },
  );

  test("under another id is a second payment, and a different sum for that one is a mismatch again", async () => {
    await processReport("paid");
    expect(await processReport("paid", { paymentId: "second", costCents: 700 })).toBe("paidAgain");
    expect(await processReport("paid", { paymentId: "second" })).toBe("mismatch");
    expect(await processReport("paid", { paymentId: "second", recipient: "said otherwise" })).toBe(
      "noChange",
    );
    expect(await statusAndBalance()).toEqual(["received", 2_000]);
  });

  test("counts as a second payment even if another payment system named the same id", async () => {
    await processReport("paid");
    expect(await processReport("paid", { paymentId: "second" }, "wallet")).toBe("unknownOrder");
    expect(await processReport("paid", { paymentId: "second" })).toBe("paidAgain");
  });

  test("is listed if the earlier report can't be parsed any more", async () => {
    await processReport("paid");
    const ofIt = eq(paymentReports.orderId, payment.orderId);
    await api.db.update(paymentReports).set({ body: "words of an earlier version" }).where(ofIt);
    expect(await processReport("paid", { recipient: "said otherwise" })).toBe("mismatch");
  });
});

describe("a deposit under review for a payment with another sum", () => {
  beforeEach(async () => {
    expect(await processReport("paid", { costCents: 1_000 })).toBe("mismatch");
  });

  test("lists a report with the ordered sum for the operator, and waits", async () => {
    expect(await processReport("paid")).toBe("mismatch");
    expect(await processReport("paid", { recipient: "said otherwise" })).toBe("noChange");
    expect(await statusAndBalance()).toEqual(["underReview", 0]);
  });

  test("lists a second payment for the operator, and waits", async () => {
    expect(await processReport("paid", { paymentId: "second" })).toBe("paidAgain");
    expect(await statusAndBalance()).toEqual(["underReview", 0]);
  });

  test("lists later reports after the operator has accepted it", async () => {
    await decide({ accept: true, sumCents: 975 });
    expect(await processReport("paid")).toBe("mismatch");
    expect(await processReport("paid", { paymentId: "second" })).toBe("paidAgain");
    expect(await statusAndBalance()).toEqual(["received", 975]);
  });

  test("stays rejected if the operator rejected it", async () => {
    await decide({ accept: false, reason: "no" });
    expect(await processReport("paid")).toBe("mismatch");
    expect(await processReport("paid", { paymentId: "second" })).toBe("paidAgain");
    expect(await statusAndBalance()).toEqual(["rejected", 0]);
  });
});

describe("a deposit whose payment system sent no reports for days", () => {
  beforeEach(fallSilent);

  test("is credited by its payment, if as ordered, once", async () => {
    expect(await processReport("paid")).toBe("applied");
    expect(await processReport("paid", { paymentId: "second" })).toBe("paidAgain");
    expect(await statusAndBalance()).toEqual(["received", 2_000]);
  });

  test.each([{ costCents: 2_051 }, { currency: "EUR" }, { recipient: "somebody" }])(
    "stays with the operator if the payment does not match the order (%j)",
    async (changes) => {
      expect(await processReport("paid", changes)).toBe("mismatch");
      expect(await statusAndBalance()).toEqual(["underReview", 0]);
    },
  );

  test("stays with the operator if the payment was reversed, and changes by nothing but a payment", async () => {
    expect(await processReport("pending")).toBe("replay");
    for (const event of ["failed", "cancelled", "disputed"] as const)
      expect(await processReport(event)).toBe("noChange");
    expect(await processReport("paid")).toBe("mismatch");
    expect(await statusAndBalance()).toEqual(["underReview", 0]);
  });
});

describe("the first payment of a deposit that an operator has accepted", () => {
  beforeEach(fallSilent);

  test("is the accepted one; the next is a second one", async () => {
    await decide({ accept: true });
    expect(await processReport("paid")).toBe("noChange");
    expect(await processReport("paid", { paymentId: "second" })).toBe("paidAgain");
    expect(await processReport("paid", { costCents: 9_999 })).toBe("mismatch");
    expect(await statusAndBalance()).toEqual(["received", 2_000]);
  });

  test.each([{ costCents: 2_051 }, { currency: "EUR" }, { recipient: "somebody" }])(
    "is listed if it does not match the order (%j)",
    async (changes) => {
      await decide({ accept: true });
      expect(await processReport("paid", changes)).toBe("mismatch");
      expect(await statusAndBalance()).toEqual(["received", 2_000]);
    },
  );

  test("is listed if the operator credited another sum, or its method was removed", async () => {
    await decide({ accept: true, sumCents: 1_999 });
    expect(await processReport("paid")).toBe("mismatch");
    // the session from days ago has expired
    payment = await order(api, await api.newClient(), 2_000);
    await processReport("pending");
    await decide({ accept: true });
    expect(await statusOf(api, payment.orderId)).toBe("received");
    await api.db.update(deposits).set({ method: "gone" }).where(eq(deposits.id, payment.orderId));
    expect(await processReport("paid", {}, "gone")).toBe("mismatch");
  });

  test("is listed if it was reversed before", async () => {
    await processReport("disputed");
    await decide({ accept: true });
    expect(await processReport("paid")).toBe("mismatch");
    // the session from days ago has expired
    payment = await order(api, await api.newClient(), 2_000);
    await processReport("pending");
    await processReport("refunded", { paymentId: "a try before" });
    await decide({ accept: true });
    expect(await processReport("paid")).toBe("noChange");
  });

  test("is a second one if the operator rejected the deposit", async () => {
    await decide({ accept: false, reason: "no" });
    expect(await processReport("paid")).toBe("paidAgain");
    expect(await statusAndBalance()).toEqual(["rejected", 0]);
  });
});
