import { expect, test } from "vitest";
import { durationText } from "./duration";
import { fractionText } from "./numbers";

const spaces = (text: string) => text.replace(/\s/g, "_");

test("fractions become percentages, seconds become words", () => {
  expect(fractionText(0.25542, "en")).toBe("25.54%");
  expect(spaces(fractionText(-0.1, "ru", { sign: true }))).toBe("−10_%");
  expect(durationText(45 * 60, "en")).toBe("45 min");
  expect(durationText(2 * 86_400 + 3 * 3600 + 5, "en")).toBe("2 days 3 hr");
  expect(durationText(12, "en")).toBe("12 sec");
});
