import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { expectedCentsOf, expectedPriceField, periodName } from "#app/lib/expected-price";
import { AgreedPeriods } from "./expected-prices";

const periods = [1, 3].map((months) => ({
  months,
  priceCents: months * 1_900,
  savingCents: 0,
  savingPercent: 0,
}));
const promo = {
  priceCents: 1_900,
  discountPercent: 10,
  discountCents: 190,
  totalCents: 1_710,
  balanceCents: 0,
  missingCents: 1_710,
  paidUntil: "2026-04-01T00:00:00Z",
};

/** What is agreed on by each choice, where the form was rendered so. */
function agreed(applied: typeof promo | null) {
  const html = renderToStaticMarkup(<AgreedPeriods periods={periods} promo={applied} />);
  const [, value = ""] = /value="([^"]*)"/.exec(html) ?? [];
  const body = new FormData();
  body.set(expectedPriceField, value.replaceAll("&amp;", "&"));
  const choices = [{ months: 1 }, { months: 1, promoCode: "SPRING" }, { months: 3 }, { months: 12 }];
  return choices.map((choice) => expectedCentsOf(body, periodName(choice)));
}

test("what the form shows for a period is agreed on; a code that is only typed has shown no price", () => {
  expect(agreed(null)).toEqual([1_900, 0, 5_700, 0]);
});

test("a code that was applied counts for its month, also where it was taken out again", () => {
  expect(agreed(promo)).toEqual([1_710, 1_710, 5_700, 0]);
});
