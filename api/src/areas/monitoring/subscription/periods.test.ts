import fc from "fast-check";
import { expect, test } from "vitest";
import { monitoringAccountMonthCents } from "#contract/rules";
import { priceForDays, priceOf } from "./periods";

test("a part of a month is rounded in the client's favour, and thirty days cost a month", () => {
  expect(priceForDays(1, 30)).toBe(priceOf(1, 1));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 0, max: 366 }), (accounts, days) => {
      const exact = (accounts * days * monitoringAccountMonthCents) / 30;
      expect(priceForDays(accounts, days)).toBeLessThanOrEqual(exact);
      expect(priceForDays(accounts, days)).toBeGreaterThan(exact - 1);
    }),
  );
  expect(priceForDays(1, 1)).toBe(Math.floor(monitoringAccountMonthCents / 30));
});
