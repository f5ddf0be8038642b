import { expect, test } from "vitest";
import {
  encodePrices,
  expectedCentsOf,
  expectedPriceField,
  periodName,
  revalidateOtherPrice,
  upgradeName,
} from "./expected-price";

const sent = (agreed?: string) => {
  const body = new FormData();
  if (agreed !== undefined) body.set(expectedPriceField, agreed);
  return body;
};

test("a form sends the prices that it shows, and each choice has its own expected price", () => {
  const upgrade = upgradeName({ rateId: "trader-4 & more", date: "2026-04-01" });
  const body = sent(
    encodePrices([
      ["1", 1_900],
      ["12", 19_000],
      [upgrade, 0],
    ]),
  );
  expect(["1", "12", upgrade].map((of) => expectedCentsOf(body, of))).toEqual([1_900, 19_000, 0]);
  expect(expectedCentsOf(body, upgradeName({ rateId: "trader-4 & more", date: "2026-04-02" }))).toBe(0);
});

test("the first price of a choice counts", () => {
  const prices = [
    ["a", 2],
    ["a", 1],
  ] as const;
  expect(expectedCentsOf(sent(encodePrices(prices)), "a")).toBe(2);
});

test.each([undefined, "", "1", "1=", "1=-5", "1=1.5", "1=1e3", "1=NaN", "1=1234567890123", "2=5"])(
  "%j contains no expected price",
  (agreed) => expect(expectedCentsOf(sent(agreed), "1")).toBe(0),
);

test("a month with a promo code has its own name, longer periods do not", () => {
  expect(periodName({ months: 1 })).toBe("1");
  expect(periodName({ months: 1, promoCode: "" })).toBe("1");
  expect(periodName({ months: 1, promoCode: "SPRING" })).toBe("1 promo");
  expect(periodName({ months: 3, promoCode: "SPRING" })).toBe("3");
});

test("a page whose price has changed is revalidated", () => {
  const isRevalidated = (code: string) =>
    revalidateOtherPrice({ actionResult: { code }, defaultShouldRevalidate: false });
  expect(["priceDiffers", "periodDiffers", "upgradeAccepted"].map(isRevalidated)).toEqual([
    true,
    true,
    false,
  ]);
  expect([true, false].map((by) => revalidateOtherPrice({ defaultShouldRevalidate: by }))).toEqual([
    true,
    false,
  ]);
});
