import { describe, expect, it } from "vitest";
import {
  canDecide,
  canExpire,
  canPay,
  canSubmitTxid,
  depositStatuses,
  isUnderWay,
  paymentEvents,
  statusAfter,
} from "./deposit-status";

describe("status of a deposit", () => {
  it("received stays received, whatever a payment system reports", () => {
    for (const event of paymentEvents) expect(statusAfter("received", event)).toBeNull();
  });

  it("becomes received on payment, whatever it was before", () => {
    for (const status of depositStatuses) {
      const expected = status === "received" ? null : "received";
      expect(statusAfter(status, "paid")).toBe(expected);
    }
  });

  it("never goes back to an earlier status", () => {
    const order = ["notPaid", "processing", "cancelled", "deleted", "rejected", "underReview", "received"];
    for (const status of depositStatuses) {
      for (const event of paymentEvents) {
        const next = statusAfter(status, event);
        if (next) expect(order.indexOf(next)).toBeGreaterThan(order.indexOf(status));
      }
    }
  });

  it("in a final state allows neither payment, decision, expiry nor polling", () => {
    for (const status of ["received", "rejected"] as const) {
      for (const can of [canPay, canSubmitTxid, canDecide, canExpire, isUnderWay])
        expect(can(status)).toBe(false);
    }
  });
});
