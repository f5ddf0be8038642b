import { expect, test } from "vitest";
import { createAccountInput } from "./index";

const messagesOf = (number: string) =>
  createAccountInput
    .safeParse({ number, name: "Trend", activationKey: "k".repeat(16) })
    .error?.issues.map(({ message }) => message) ?? [];

test.each(["0", "000", "0".repeat(20), "12a", "-5", "1".repeat(21)])(
  "%s is not an account number",
  (number) => {
    expect(messagesOf(number)).toEqual(["accountNumberInvalid"]);
  },
);

test.each(["1", "250997", " 0250997 ", "9".repeat(20)])("%s is an account number", (number) => {
  expect(messagesOf(number)).toEqual([]);
});
