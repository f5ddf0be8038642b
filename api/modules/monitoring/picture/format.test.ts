import { expect, test } from "vitest";
import { daysText, percent, ratio } from "./format";

test("a figure is written with the same decimals as on the account's page", () => {
  expect(percent(0.077, "en")).toBe("+7.70%");
  expect(percent(0.077, "ru", false)).toBe("7,70\u00a0%");
  expect(ratio(1.5, "en")).toBe("1.50");
  expect(percent(null, "en")).toBe("–");
});

test("days are counted as on pages, both ends included", () => {
  expect(daysText({ since: "2026-07-17", until: "2026-11-24" }, "en")).toBe("131 days");
  expect(daysText(null, "en")).toBe("");
});
