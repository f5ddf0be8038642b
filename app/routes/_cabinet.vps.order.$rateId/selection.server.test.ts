import { expect, test } from "vitest";
import { orderAddress, readSelection, sentChoice } from "./selection.server";

const offered = { periods: [{ months: 1 }, { months: 12 }], operatingSystems: ["2022", "2025"] };
const formOf = (values: Record<string, string>) => {
  const body = new FormData();
  for (const [name, value] of Object.entries(values)) body.set(name, value);
  return body;
};

const read = (query: string) => readSelection(new URLSearchParams(query), offered);

test("an address without choices means the first of each", () => {
  expect(read("")).toEqual({ months: "1", operatingSystem: "2022" });
});

test("submitted values are restored from the address", () => {
  const sent = {
    months: "12",
    operatingSystem: "2025",
    comment: "London",
    promoCode: "WELCOME",
    autoRenewal: "on",
  };
  const address = orderAddress(
    "trader-1",
    sentChoice(formOf({ ...sent, idempotencyKey: "key", intent: "pay" })),
  );
  expect(address).not.toContain("key");
  expect(read(`${new URL(address, "http://localhost").search}&months=12`)).toEqual(sent);
});

test("unavailable values are replaced by the first", () => {
  expect(read("months=7&operatingSystem=3.11")).toEqual({ months: "1", operatingSystem: "2022" });
});

test("an address that is too long drops the comment", () => {
  const address = orderAddress("trader-1", { months: "1", comment: "д".repeat(200), promoCode: "WELCOME" });
  expect(address).toBe("/vps/order/trader-1?promoCode=WELCOME");
});
