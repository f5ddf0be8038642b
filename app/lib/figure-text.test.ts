import { expect, test } from "vitest";
import { figureText } from "./figure-text";

const format = { currency: "USD", currencyDisplay: "account" as never };

test("figures of one table have the same number of decimals", () => {
  const text = (key: "profit_factor" | "ghpr" | "trades" | "win_rate", value: number) => [
    figureText(key, { [key]: value }, { language: "en", ...format }),
    figureText(key, { [key]: value }, { language: "ru", ...format }),
  ];
  expect(text("profit_factor", 1.4)).toEqual(["1.40", "1,40"]);
  expect(text("profit_factor", 2)).toEqual(["2.00", "2,00"]);
  expect(text("ghpr", 1.002)).toEqual(["1.0020", "1,0020"]);
  expect(text("win_rate", 0.5)).toEqual(["50.00%", "50,00\u00a0%"]);
  expect(text("trades", 1200)).toEqual(["1,200", "1\u00a0200"]);
});
