import { expect, it } from "vitest";
import { priceOn } from "./price-on";

const period = { months: 1, priceCents: 1_900, savingCents: 0, savingPercent: 0 };
const next = { priceCents: 2_800, fromDay: "2027-02-01" };

it("priceOn returns the announced price from the start of its day, UTC", () => {
  const at = (time: string) => priceOn({ ...period, next }, new Date(time));
  expect(at("2027-01-31T23:59:59Z")).toBe(1_900);
  expect(at("2027-02-01T00:00:00Z")).toBe(2_800);
  expect(priceOn(period, new Date("2027-02-01T00:00:00Z"))).toBe(1_900);
});
