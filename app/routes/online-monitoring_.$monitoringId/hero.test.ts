import { expect, test } from "vitest";
import { spanOf } from "./hero";

const history = { since: "2026-07-17", until: "2026-11-24" };

test.each([
  ["all time", { from: null, to: null }, { start: "2026-07-17", days: 131 }],
  ["a week: seven days", { from: "2026-11-18", to: "2026-11-24" }, { start: "2026-11-18", days: 7 }],
  ["one day", { from: "2026-11-18", to: "2026-11-18" }, { start: "2026-11-18", days: 1 }],
  [
    "a year that began before it",
    { from: "2025-11-25", to: "2026-11-24" },
    { start: "2026-07-17", days: 131 },
  ],
  [
    "a period that ends after it",
    { from: "2026-11-01", to: "2026-12-31" },
    { start: "2026-11-01", days: 24 },
  ],
  ["a period before it", { from: "2025-01-01", to: "2025-12-31" }, null],
  ["a period after it", { from: "2026-11-25", to: null }, null],
])("figures cover the days that a history has: %s", (_, period, span) => {
  expect(spanOf(period, history)).toEqual(span);
});

test("an empty history covers no days", () => {
  expect(spanOf({ from: "2026-01-01", to: null }, { since: null, until: null })).toBeNull();
});
