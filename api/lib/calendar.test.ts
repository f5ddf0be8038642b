import { expect, test } from "vitest";
import { dayOf } from "#contract/day";
import { addMonths, daysBetween, periodDay, startOfDay } from "./calendar";

test.each([
  ["2026-01-31T10:00:00.000Z", 1, "2026-02-28T10:00:00.000Z"],
  ["2028-01-31T10:00:00.000Z", 1, "2028-02-29T10:00:00.000Z"],
  ["2026-11-21T02:40:00.000Z", 3, "2027-02-21T02:40:00.000Z"],
  ["2026-12-31T23:59:59.999Z", 6, "2027-06-30T23:59:59.999Z"],
  ["2026-03-15T00:00:00.000Z", 12, "2027-03-15T00:00:00.000Z"],
])("%s plus %i months is %s", (from, months, to) => {
  expect(addMonths(new Date(from), months).toISOString()).toBe(to);
});

test.each([
  ["after a shorter month the day comes back", "2026-02-28T10:00:00.000Z", 31, "2026-03-31T10:00:00.000Z"],
  ["of a leap year", "2028-02-29T10:00:00.000Z", 30, "2028-03-30T10:00:00.000Z"],
  ["from one shorter month to another", "2026-04-30T10:00:00.000Z", 31, "2026-05-31T10:00:00.000Z"],
  ["what begins on another day goes by its own", "2026-02-12T10:00:00.000Z", 31, "2026-03-12T10:00:00.000Z"],
  [
    "an earlier day is none that a shorter month has moved",
    "2026-02-28T10:00:00.000Z",
    27,
    "2026-03-28T10:00:00.000Z",
  ],
])("%s", (_, from, day, to) => {
  expect(addMonths(new Date(from), 1, day).toISOString()).toBe(to);
});

test("twelve single months end on the day on which they began", () => {
  const begun = new Date("2027-08-31T10:00:00Z");
  let end = begun;
  let day: number | null = null;
  for (let month = 0; month < 12; month++) {
    day = periodDay(end, day);
    end = addMonths(end, 1, day);
  }
  expect(end).toEqual(addMonths(begun, 12));
});

test("a started day counts as whole, and a negative span is zero", () => {
  const noon = new Date("2026-11-21T12:00:00Z");
  expect(daysBetween(noon, new Date("2026-11-21T12:00:01Z"))).toBe(1);
  expect(daysBetween(noon, new Date("2026-11-24T12:00:00Z"))).toBe(3);
  expect(daysBetween(noon, new Date("2026-11-20T12:00:00Z"))).toBe(0);
  expect(startOfDay(dayOf(noon)).toISOString()).toBe("2026-11-21T00:00:00.000Z");
});
