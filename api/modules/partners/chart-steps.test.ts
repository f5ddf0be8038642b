import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stepOf, stepsOf } from "./chart-steps";

const span = (from: string, to: string) => ({
  from: new Date(`${from}T00:00:00Z`),
  to: new Date(`${to}T00:00:00Z`),
});

describe("chart steps", () => {
  it("are days in a month, weeks in a quarter, months in a year", () => {
    expect(stepOf(span("2025-01-01", "2025-02-01"))).toBe("day");
    expect(stepOf(span("2025-01-01", "2025-02-02"))).toBe("week");
    expect(stepOf(span("2025-01-01", "2025-08-06"))).toBe("week");
    expect(stepOf(span("2025-01-01", "2025-08-07"))).toBe("month");
    expect(stepOf(span("2025-01-01", "2026-01-01"))).toBe("month");
  });

  it("by day are whole days", () => {
    expect(stepsOf(span("2025-02-27", "2025-03-02"), "day")).toEqual([
      "2025-02-27",
      "2025-02-28",
      "2025-03-01",
    ]);
  });

  it("by week start on Monday, the first possibly before the period", () => {
    expect(stepsOf(span("2025-03-05", "2025-03-18"), "week")).toEqual([
      "2025-03-03",
      "2025-03-10",
      "2025-03-17",
    ]);
    // a Sunday belongs to the week of the Monday before it, and a span that ends with a Sunday has no further week
    expect(stepsOf(span("2025-03-09", "2025-03-17"), "week")).toEqual(["2025-03-03", "2025-03-10"]);
  });

  it("by month are months", () => {
    expect(stepsOf(span("2024-12-31", "2025-02-02"), "month")).toEqual([
      "2024-12-01",
      "2025-01-01",
      "2025-02-01",
    ]);
    expect(stepsOf(span("2025-01-01", "2025-02-01"), "month")).toEqual(["2025-01-01"]);
  });

  it("stay few for any period of ten years", () => {
    fc.assert(
      fc.property(fc.nat(3650), fc.integer({ min: 1, max: 3650 }), (start, length) => {
        const from = new Date(Date.UTC(2015, 0, 1 + start));
        const whole = { from, to: new Date(from.getTime() + length * 86_400_000) };
        expect(stepsOf(whole, stepOf(whole)).length).toBeLessThanOrEqual(122);
      }),
    );
  });
});
