import { expect, test } from "vitest";
import { timeText } from "./time-text";

const at = "2026-03-05T18:47:00Z";
const textOf = (offset: number, name = "broker") =>
  timeText(at, "en", { name, offsetAt: () => offset }).replace(/\s/g, " ");

test("an offset of zero is shown as UTC, in any time zone", () => {
  expect(textOf(0)).toBe("5 Mar 2026, 18:47 UTC");
  expect(textOf(0, "Atlantic/Reykjavik")).toBe("5 Mar 2026, 18:47 UTC");
  expect(textOf(10_800)).toBe("5 Mar 2026, 21:47 +03:00");
});
