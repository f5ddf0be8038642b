import { expect, test } from "vitest";
import { timeText } from "./time-text";

const at = "2026-03-05T18:47:00Z";
const shown = (offset: number, name = "broker") =>
  timeText(at, "en", { name, offsetAt: () => offset }).replace(/\s/g, " ");

test("an offset of zero is shown as UTC, in any time zone", () => {
  expect(shown(0)).toBe("5 Mar 2026, 18:47 UTC");
  expect(shown(0, "Atlantic/Reykjavik")).toBe("5 Mar 2026, 18:47 UTC");
  expect(shown(10_800)).toBe("5 Mar 2026, 21:47 +03:00");
});
