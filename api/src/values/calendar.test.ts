import { expect, test } from "vitest";
import { dayOf } from "#contract/day";
import { addMonths, daysBetween, startOfDay } from "./calendar";

test.each([
  ["2026-01-31T10:00:00.000Z", 1, "2026-02-28T10:00:00.000Z"],
  ["2028-01-31T10:00:00.000Z", 1, "2028-02-29T10:00:00.000Z"],
  ["2026-11-21T02:40:00.000Z", 3, "2027-02-21T02:40:00.000Z"],
  ["2026-12-31T23:59:59.999Z", 6, "2027-06-30T23:59:59.999Z"],
  ["2026-03-15T00:00:00.000Z", 12, "2027-03-15T00:00:00.000Z"],
])("%s and %i months is %s", (from, months, to) => {
  expect(addMonths(new Date(from), months).toISOString()).toBe(to);
});

test("a day that has begun counts whole, none is less than none", () => {
  const noon = new Date("2026-11-21T12:00:00Z");
  expect(daysBetween(noon, new Date("2026-11-21T12:00:01Z"))).toBe(1);
  expect(daysBetween(noon, new Date("2026-11-24T12:00:00Z"))).toBe(3);
  expect(daysBetween(noon, new Date("2026-11-20T12:00:00Z"))).toBe(0);
  expect(startOfDay(dayOf(noon)).toISOString()).toBe("2026-11-21T00:00:00.000Z");
});
