import { expect, test } from "vitest";
import type { FigureKey, FigureValues } from "#contract/monitoring/figures";
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

test("the second value of a figure is in parentheses, as in MetaTrader's reports", () => {
  const values: FigureValues = {
    longest_win_run: { count: 13, money: "516.64" },
    maximal_drawdown: { percent: 0.0784, money: "852.69" },
    time_under_water: { share: 0.7838, longest_seconds: 41 * 86_400 },
  };
  const texts = (language: "en" | "ru") =>
    Object.keys(values).map((key) =>
      figureText(key as FigureKey, values, { language, currency: "USD", currencyDisplay: "symbol" }),
    );
  expect(texts("en")).toEqual(["13 ($516.64)", "7.84% ($852.69)", "78.38% (41 days)"]);
  expect(texts("ru")).toEqual(["13 (516,64\u00a0$)", "7,84\u00a0% (852,69\u00a0$)", "78,38\u00a0% (41 дн.)"]);
});
