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

describe("a deposit", () => {
  it("that is received stays received, whatever a payment system says", () => {
    for (const event of paymentEvents) expect(statusAfter("received", event)).toBeNull();
  });

  it("that is paid is received, whatever it was before", () => {
    for (const status of depositStatuses) {
      const expected = status === "received" ? null : "received";
      expect(statusAfter(status, "paid")).toBe(expected);
    }
  });

  it("never goes back to an earlier state", () => {
    const order = ["notPaid", "processing", "cancelled", "deleted", "rejected", "underReview", "received"];
    for (const status of depositStatuses) {
      for (const event of paymentEvents) {
        const next = statusAfter(status, event);
        if (next) expect(order.indexOf(next)).toBeGreaterThan(order.indexOf(status));
      }
    }
  });

  it("that is at its end is neither paid, decided, expired nor followed", () => {
    for (const status of ["received", "rejected"] as const) {
      for (const can of [canPay, canSubmitTxid, canDecide, canExpire, isUnderWay])
        expect(can(status)).toBe(false);
    }
  });
});
