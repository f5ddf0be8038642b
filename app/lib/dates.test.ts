import { expect, test } from "vitest";
import { dateText, dateTimeText } from "./dates";

const evening = "2025-03-05T23:05:09.000Z";

test("a day is that of UTC, in the reader's language", () => {
  expect(dateText(evening, "en")).toBe("5 Mar 2025");
  expect(dateText(evening, "ru").replace(/\s/g, " ")).toBe("5 мар. 2025 г.");
});

test("a time names its zone", () => {
  expect(dateTimeText(evening, "en").replace(/\s/g, " ")).toBe("5 Mar 2025, 23:05 UTC");
});
