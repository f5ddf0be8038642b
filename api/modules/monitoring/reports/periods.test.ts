import fc from "fast-check";
import { expect, it } from "vitest";
import { addDays, dayIn, periodBefore, periodUpTo, startOf } from "./periods";

it("names the last whole day, week and month", () => {
  // a Saturday
  expect(periodBefore("daily", "2026-11-21")).toEqual({ fromDay: "2026-11-20", toDay: "2026-11-20" });
  expect(periodBefore("weekly", "2026-11-21")).toEqual({ fromDay: "2026-11-09", toDay: "2026-11-15" });
  expect(periodBefore("monthly", "2026-11-21")).toEqual({ fromDay: "2026-10-01", toDay: "2026-10-31" });
  expect(periodBefore("weekly", "2026-11-23")).toEqual({ fromDay: "2026-11-16", toDay: "2026-11-22" });
  expect(periodBefore("monthly", "2026-01-01")).toEqual({ fromDay: "2025-12-01", toDay: "2025-12-31" });
  expect(periodUpTo("weekly", "2026-11-22")).toEqual({ fromDay: "2026-11-16", toDay: "2026-11-22" });
});

it("begins days at the zone's midnight, across clock changes and odd offsets", () => {
  expect(startOf("2026-11-21", "UTC").toISOString()).toBe("2026-11-21T00:00:00.000Z");
  expect(startOf("2026-11-21", "Europe/Moscow").toISOString()).toBe("2026-11-20T21:00:00.000Z");
  expect(startOf("2026-03-08", "America/New_York").toISOString()).toBe("2026-03-08T05:00:00.000Z");
  expect(startOf("2026-03-09", "America/New_York").toISOString()).toBe("2026-03-09T04:00:00.000Z");
  expect(startOf("2026-11-21", "Asia/Kathmandu").toISOString()).toBe("2026-11-20T18:15:00.000Z");
});

it("finds the first moment of a day in any zone", () => {
  const timeZones = [
    "UTC",
    "Europe/Moscow",
    "America/New_York",
    "Asia/Kolkata",
    "Pacific/Auckland",
    "America/Sao_Paulo",
    "Africa/Cairo",
  ];
  fc.assert(
    fc.property(fc.constantFrom(...timeZones), fc.integer({ min: 0, max: 4000 }), (zone, offset) => {
      const day = addDays("2020-01-01", offset);
      const start = startOf(day, zone);
      expect(dayIn(zone, start)).toBe(day);
      expect(dayIn(zone, new Date(start.getTime() - 60_000)) < day).toBe(true);
    }),
  );
});
