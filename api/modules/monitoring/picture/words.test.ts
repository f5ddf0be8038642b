import { expect, test } from "vitest";
import { percent, ratio } from "./words";

test("a figure is written with the decimals that the account's page has", () => {
  expect(percent(0.077, "en")).toBe("+7.70%");
  expect(percent(0.077, "ru", false)).toBe("7,70\u00a0%");
  expect(ratio(1.5, "en")).toBe("1.50");
  expect(percent(null, "en")).toBe("–");
});
