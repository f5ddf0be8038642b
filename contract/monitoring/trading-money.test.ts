import { expect, test } from "vitest";
import { tradingMoney } from "./trading-money";

const spaces = (text: string) => text.replace(/\s/g, "_");

test.each([
  ["1234.5", "USD", "symbol", "en", "$1,234.50"],
  ["-17.08", "USD", "symbol", "en", "−$17.08"],
  ["1234.5", "USD", "code", "en", "USD_1,234.50"],
  ["1234.5", "EUR", "symbol", "ru", "1_234,50_€"],
  ["12", "USDT", "symbol", "en", "12.00_USDT"],
  ["12", null, "symbol", "en", "12.00"],
  ["90071992547409931.25", "USD", "symbol", "en", "$90,071,992,547,409,931.25"],
] as const)("%s of %s is written exactly", (decimal, currency, display, language, text) => {
  expect(spaces(tradingMoney(decimal, { language, currency, display }))).toBe(text);
});
