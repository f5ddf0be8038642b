import { expect, test } from "vitest";
import { attemptOf, nextAttempt } from "./idempotency-key";

test.each([
  ["0b8e", { key: "0b8e", attempt: 1 }],
  ["0b8e--2", { key: "0b8e", attempt: 2 }],
  ["0b8e--0", { key: "0b8e--0", attempt: 1 }],
  ["--2", { key: "--2", attempt: 1 }],
])("%s", (key, read) => expect(attemptOf(key)).toEqual(read));

test("attempts of one key are numbered", () => {
  expect(nextAttempt("0b8e")).toBe("0b8e--2");
  expect(nextAttempt(nextAttempt("0b8e"))).toBe("0b8e--3");
});
