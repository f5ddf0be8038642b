import { expect, test } from "vitest";
import { languages } from "#contract/languages";
import { balanceText, moneyText } from "./money";
import { percentText } from "./numbers";

test.each([
  [0, "$0.0"],
  [1250, "$12.5"],
  [1255, "$12.6"],
  [99_990, "$999.9"],
  [99_999, "$1000"],
  [100_000, "$1000"],
  [123_449, "$1234"],
  [999_949, "$9999"],
  [999_999, "$10.0K"],
  [1_000_000, "$10.0K"],
  [1_234_567, "$12.3K"],
  [-1250, "−$12.5"],
])("%i cents are shown in the header as %s", (cents, text) => {
  expect(balanceText(cents, "en")).toBe(text);
});

test.each([
  [1250, "12,5 $"],
  [123_449, "1234 $"],
  [1_234_567, "12,3 тыс. $"],
  [-1250, "−12,5 $"],
])("%i cents are shown in the Russian header as %s", (cents, text) => {
  expect(balanceText(cents, "ru").replace(/\s/g, " ")).toBe(text);
});

test("amounts are whole, with a real minus", () => {
  expect(moneyText(123_450, "en")).toBe("$1,234.50");
  expect(moneyText(-5, "en")).toBe("−$0.05");
  expect(moneyText(500, "en", { sign: true })).toBe("+$5.00");
  expect(moneyText(123_450, "ru").replace(/\s/g, "_")).toBe("1_234,50_$");
});

test("a currency without a code of ISO 4217 is written after the amount", () => {
  expect(moneyText(123_450, "en", { currency: "USDT" })).toBe("1,234.50\u00a0USDT");
  expect(moneyText(-5, "ru", { currency: "USDT" })).toBe("−0,05\u00a0USDT");
  expect(moneyText(500, "en", { currency: "EUR", sign: true })).toBe("+€5.00");
});

test("zero has no sign, also after rounding", () => {
  for (const language of languages) {
    expect(moneyText(-0, language)).toBe(moneyText(0, language));
    expect(moneyText(-0.2, language)).toBe(moneyText(0, language));
    expect(moneyText(-0, language, { sign: true })).toBe(moneyText(0, language));
    expect(percentText(-0.0001, language)).toBe(percentText(0, language));
  }
});

test("percentages follow the language", () => {
  expect(percentText(12.44, "en")).toBe("12.4%");
  expect(percentText(-3, "ru", { sign: true }).replace(/\s/g, "_")).toBe("−3_%");
});
