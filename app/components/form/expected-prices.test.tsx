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

/** Returns the expected price of each choice of the rendered form. */
function agreed(applied: typeof promo | null) {
  const html = renderToStaticMarkup(<AgreedPeriods periods={periods} promo={applied} />);
  const [, value = ""] = /value="([^"]*)"/.exec(html) ?? [];
  const body = new FormData();
  body.set(expectedPriceField, value.replaceAll("&amp;", "&"));
  const choices = [{ months: 1 }, { months: 1, promoCode: "SPRING" }, { months: 3 }, { months: 12 }];
  return choices.map((choice) => expectedCentsOf(body, periodName(choice)));
}

test("the price shown for a period is the expected one; a code that was only typed has no price", () => {
  expect(agreed(null)).toEqual([1_900, 0, 5_700, 0]);
});

test("an applied code counts for its month, also after it was removed again", () => {
  expect(agreed(promo)).toEqual([1_710, 1_710, 5_700, 0]);
});
