import { expect, it } from "vitest";
import { workingDaysAfter } from "./working-days";

it.each([
  ["Monday", "2025-03-03T00:00:00Z", "2025-03-10"],
  ["Friday evening", "2025-03-07T23:59:59Z", "2025-03-14"],
  ["Saturday", "2025-03-08T12:00:00Z", "2025-03-14"],
  ["Sunday", "2025-03-09T12:00:00Z", "2025-03-14"],
  ["the end of a year", "2025-12-30T12:00:00Z", "2026-01-06"],
])("five working days after %s", (_name, from, due) => {
  expect(workingDaysAfter(new Date(from), 5)).toBe(due);
});
