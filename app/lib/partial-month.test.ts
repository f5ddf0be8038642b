import { expect, test } from "vitest";
import { partialMonth } from "./partial-month";

const now = new Date("2026-11-24T10:00:00Z");

test.each([
  ["2026-11", {}, "running"],
  ["2026-11", { from: "2026-11-01" }, "running"],
  ["2026-11", { to: "2026-12-31" }, "running"],
  ["2026-11", { from: "2026-09-01", to: "2026-11-24" }, "running"],
  ["2026-11", { from: "2026-09-01", to: "2026-11-10" }, "inPart"],
  ["2026-11", { from: "2026-11-18" }, "inPart"],
  ["2026-10", { from: "2026-10-26" }, "inPart"],
  ["2026-10", { from: "2026-10-01", to: "2026-10-31" }, null],
  ["2026-02", { to: "2026-02-28" }, null],
  ["2026-02", { to: "2026-02-27" }, "inPart"],
  ["2026-09", {}, null],
] as const)("of month %s the period %j covers the part: %s", (month, days, part) => {
  expect(partialMonth(month, days, now)).toBe(part);
});
