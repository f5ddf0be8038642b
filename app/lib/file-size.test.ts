import { expect, test } from "vitest";
import { fileSize } from "./file-size";

test.each([
  [0, 0, "bytes"],
  [91, 91, "bytes"],
  [1023, 1023, "bytes"],
  [1024, 1, "kilobytes"],
  [1024 * 1024 - 1, 1, "megabytes"],
  [150_000, 146, "kilobytes"],
  [5 * 1024 * 1024, 5, "megabytes"],
  [1_500_000, 1.4, "megabytes"],
])("%i bytes are %d %s", (bytes, value, unit) => {
  expect(fileSize(bytes)).toEqual({ value, unit });
});
