import fc from "fast-check";
import { expect, test } from "vitest";
import { addMonths } from "#api/lib/calendar";
import { monitoringAccountMonthCents as monthCents } from "#contract/rules";
import { priceForRest, priceOf, timeLeft } from "./periods";

const accounts = fc.integer({ min: 1, max: 50 });
const months = fc.integer({ min: 1, max: 12 });
const begun = fc.date({
  min: new Date("2026-01-01T00:00:00Z"),
  max: new Date("2028-12-31T23:59:59Z"),
  noInvalidDate: true,
});

test("a part of a month is rounded in the client's favour, and thirty days cost a month", () => {
  expect(priceForRest(1, { days: 30, months: 1 }, monthCents)).toBe(priceOf(1, 1, monthCents));
  expect(priceForRest(1, { days: 1, months: 1 }, monthCents)).toBe(Math.floor(monthCents / 30));
  fc.assert(
    fc.property(
      accounts,
      begun,
      months,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (some, from, many, part) => {
        const endsAt = addMonths(from, many);
        const now = new Date(from.getTime() + Math.floor((endsAt.getTime() - from.getTime()) * part));
        const remaining = timeLeft(now, endsAt, from.getUTCDate());
        const exact = (some * remaining.days * monthCents) / 30;
        const price = priceForRest(some, remaining, monthCents);
        expect(price).toBeLessThanOrEqual(exact);
        if (price < priceOf(some, remaining.months, monthCents)) expect(price).toBeGreaterThan(exact - 1);
        // never more than the price of the whole time, nor than that of the remaining months
        expect(price).toBeLessThanOrEqual(priceOf(some, Math.min(many, remaining.months), monthCents));
      },
    ),
  );
});

test("three months of 92 days cost three months, also if the subscription ends on the last day of a month", () => {
  const noonOf = (day: string) => new Date(`${day}T12:00:00Z`);
  expect(timeLeft(noonOf("2026-07-01"), noonOf("2026-10-01"), 1)).toEqual({ days: 92, months: 3 });
  expect(priceForRest(1, { days: 92, months: 3 }, monthCents)).toBe(600);
  // activated on the 31st: February's period ends on March 31
  expect(priceForRest(1, timeLeft(noonOf("2026-02-28"), noonOf("2026-03-31"), 31), monthCents)).toBe(200);
  expect(priceForRest(1, timeLeft(noonOf("2026-07-01"), noonOf("2026-09-20"), 20), monthCents)).toBe(540);
  expect(priceForRest(1, timeLeft(noonOf("2026-07-01"), noonOf("2026-07-01"), 1), monthCents)).toBe(0);
});
