import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { settingDefinitions } from "#api/modules/settings/business-settings";
import { defaultTerms, discountsFor, rewardCents } from "./terms";

describe("discount of a promo code", () => {
  it.each([
    [0, [5]],
    [4, [5]],
    [5, [5, 10]],
    [19, [5, 10]],
    [20, [5, 10, 15]],
    [50, [5, 10, 15, 20]],
  ])("with %i active referrals is one of %j", (active, discounts) =>
    expect(discountsFor(settingDefinitions.promoDiscounts.initial, active)).toEqual(discounts),
  );
});

describe("reward of a payment", () => {
  it.each([
    [12_50, 20, 2_50],
    [9_99, 5, 49],
    [9_99, 2.5, 24],
    [4, 20, 0],
  ])("for %i cents at %d % is %i", (payment, percent, reward) =>
    expect(rewardCents(payment, percent)).toBe(reward),
  );

  it("on all levels together stays below the payment", () => {
    fc.assert(
      fc.property(fc.nat(1_000_000_00), (payment) => {
        const sum = Object.values(defaultTerms.percents).reduce(
          (total, percent) => total + rewardCents(payment, percent),
          0,
        );
        expect(sum).toBeLessThanOrEqual((payment * 28) / 100);
      }),
    );
  });
});
