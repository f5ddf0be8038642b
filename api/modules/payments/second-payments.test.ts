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

/** More than one report of money for one order: each sum counts once, and what does not count is in an operator's list. */

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

/** A card of $20 costs 2050 cents; the payment's own id is one and the same, where a test does not say another. */
const tell = (event: PaymentReport["event"], changes?: Partial<PaymentReport>, method?: string) =>
  confirm(api, payment, event, changes, method);
const decide = (decision: DepositDecision) =>
  transaction(api.db, (tx) => decideDeposit(api.deps, tx, payment.orderId, decision));
const standing = async () => [await statusOf(api, payment.orderId), await balanceOf(api, client)];
/** It was told as pending, and nothing came for more than three days. */
const fallSilent = async () => {
  await tell("pending");
  api.pass({ days: 3, seconds: 1 });
  await expireDeposits(api.deps);
  expect(await standing()).toEqual(["underReview", 0]);
};

describe("more of a payment that is on the balance", () => {
  test.each([{ costCents: 3_000 }, { costCents: 100 }, { currency: "EUR" }])(
    "under its own name is another sum, once (%j)",
    async (changes) => {
      expect(await tell("paid")).toBe("applied");
      expect(await tell("paid", changes)).toBe("mismatch");
      expect(await tell("paid", changes)).toBe("replay");
      expect(await tell("paid", { ...changes, recipient: "said otherwise" })).toBe("noChange");
      expect(await standing()).toEqual(["received", 2_000]);
    },
  );

  test("under another name is a second payment, and more of that is another sum again", async () => {
    await tell("paid");
    expect(await tell("paid", { paymentId: "second", costCents: 700 })).toBe("paidAgain");
    expect(await tell("paid", { paymentId: "second" })).toBe("mismatch");
    expect(await tell("paid", { paymentId: "second", recipient: "said otherwise" })).toBe("noChange");
    expect(await standing()).toEqual(["received", 2_000]);
  });

  test("is news where only another payment system spoke of such a one", async () => {
    await tell("paid");
    expect(await tell("paid", { paymentId: "second" }, "wallet")).toBe("unknownOrder");
    expect(await tell("paid", { paymentId: "second" })).toBe("paidAgain");
  });

  test("is listed where what was told before cannot be read any more", async () => {
    await tell("paid");
    const ofIt = eq(paymentReports.orderId, payment.orderId);
    await api.db.update(paymentReports).set({ body: "words of an earlier version" }).where(ofIt);
    expect(await tell("paid", { recipient: "said otherwise" })).toBe("mismatch");
  });
});

describe("a deposit under review for a payment of another sum", () => {
  beforeEach(async () => {
    expect(await tell("paid", { costCents: 1_000 })).toBe("mismatch");
  });

  test("shows the operator the rest that comes, and waits", async () => {
    expect(await tell("paid")).toBe("mismatch");
    expect(await tell("paid", { recipient: "said otherwise" })).toBe("noChange");
    expect(await standing()).toEqual(["underReview", 0]);
  });

  test("shows the operator a second payment, and waits", async () => {
    expect(await tell("paid", { paymentId: "second" })).toBe("paidAgain");
    expect(await standing()).toEqual(["underReview", 0]);
  });

  test("and accepted or refused by the operator, shows what comes later", async () => {
    await decide({ accept: true, sumCents: 975 });
    expect(await tell("paid")).toBe("mismatch");
    expect(await tell("paid", { paymentId: "second" })).toBe("paidAgain");
    expect(await standing()).toEqual(["received", 975]);
  });

  test("stays as the operator refused it", async () => {
    await decide({ accept: false, reason: "no" });
    expect(await tell("paid")).toBe("mismatch");
    expect(await tell("paid", { paymentId: "second" })).toBe("paidAgain");
    expect(await standing()).toEqual(["rejected", 0]);
  });
});

describe("a deposit whose payment system was silent for days", () => {
  beforeEach(fallSilent);

  test("is credited by its payment, as ordered, once", async () => {
    expect(await tell("paid")).toBe("applied");
    expect(await tell("paid", { paymentId: "second" })).toBe("paidAgain");
    expect(await standing()).toEqual(["received", 2_000]);
  });

  test.each([{ costCents: 2_051 }, { currency: "EUR" }, { recipient: "somebody" }])(
    "stays the operator's where it is not as ordered (%j)",
    async (changes) => {
      expect(await tell("paid", changes)).toBe("mismatch");
      expect(await standing()).toEqual(["underReview", 0]);
    },
  );

  test("stays the operator's where the payment went back, and is changed by nothing but a payment", async () => {
    expect(await tell("pending")).toBe("replay");
    for (const event of ["failed", "cancelled", "disputed"] as const)
      expect(await tell(event)).toBe("noChange");
    expect(await tell("paid")).toBe("mismatch");
    expect(await standing()).toEqual(["underReview", 0]);
  });
});

describe("the first payment of a deposit that an operator has accepted", () => {
  beforeEach(fallSilent);

  test("is the one that was accepted; the next is a second one", async () => {
    await decide({ accept: true });
    expect(await tell("paid")).toBe("noChange");
    expect(await tell("paid", { paymentId: "second" })).toBe("paidAgain");
    expect(await tell("paid", { costCents: 9_999 })).toBe("mismatch");
    expect(await standing()).toEqual(["received", 2_000]);
  });

  test.each([{ costCents: 2_051 }, { currency: "EUR" }, { recipient: "somebody" }])(
    "is listed where it is not as ordered (%j)",
    async (changes) => {
      await decide({ accept: true });
      expect(await tell("paid", changes)).toBe("mismatch");
      expect(await standing()).toEqual(["received", 2_000]);
    },
  );

  test("is listed where the operator counted another sum, or its method is offered no more", async () => {
    await decide({ accept: true, sumCents: 1_999 });
    expect(await tell("paid")).toBe("mismatch");
    // the session of days ago is over
    payment = await order(api, await api.newClient(), 2_000);
    await tell("pending");
    await decide({ accept: true });
    expect(await statusOf(api, payment.orderId)).toBe("received");
    await api.db.update(deposits).set({ method: "gone" }).where(eq(deposits.id, payment.orderId));
    expect(await tell("paid", {}, "gone")).toBe("mismatch");
  });

  test("is listed where it went back before", async () => {
    await tell("disputed");
    await decide({ accept: true });
    expect(await tell("paid")).toBe("mismatch");
    // the session of days ago is over
    payment = await order(api, await api.newClient(), 2_000);
    await tell("pending");
    await tell("refunded", { paymentId: "a try before" });
    await decide({ accept: true });
    expect(await tell("paid")).toBe("noChange");
  });

  test("is a second one where he refused it", async () => {
    await decide({ accept: false, reason: "no" });
    expect(await tell("paid")).toBe("paidAgain");
    expect(await standing()).toEqual(["rejected", 0]);
  });
});
