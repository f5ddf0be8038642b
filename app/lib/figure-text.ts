import { durationText } from "#app/lib/duration";
import { fixedText, fractionText, numberText } from "#app/lib/numbers";
import type { Language } from "#contract/languages";
import type { FigureKey, FigureValues } from "#contract/monitoring/figures";
import { figures } from "#contract/monitoring/figures";
import type { AccountPage } from "#contract/monitoring/index";
import { tradingMoney } from "#contract/monitoring/trading-money";

type Money = { language: Language } & Pick<AccountPage, "currency" | "currencyDisplay">;

/** Returns a figure's text, null if the figure is undefined, or undefined if the owner hides it. */
export function figureText(
  key: FigureKey,
  values: FigureValues,
  { language, currency, currencyDisplay }: Money,
): string | null | undefined {
  const value = values[key];
  if (value === null || value === undefined) return value;
  const money = (decimal: string) =>
    tradingMoney(decimal, { language, currency, display: currencyDisplay, sign: key === "net_profit" });
  if (typeof value === "string") return money(value);
  if (typeof value === "object" && "share" in value) {
    const share = fractionText(value.share, language, { fixed: true });
    return value.longest_seconds === 0
      ? share
      : `${share} (${durationText(value.longest_seconds, language)})`;
  }
  if (typeof value === "object") {
    const main =
      "count" in value
        ? String(value.count)
        : value.percent === null
          ? "–"
          : fractionText(value.percent, language, { fixed: true });
    return value.money ? `${main} (${money(value.money)})` : main;
  }
  switch (figures[key].unit) {
    case "fraction":
      return fractionText(value, language, { sign: signed.has(key), fixed: true });
    case "seconds":
      return durationText(value, language);
    case "count":
      return numberText(value, language, 0);
    default:
      return fixedText(value, language, fine.has(key) ? 4 : 2);
  }
}

/** Like `figureText`, for the few figures shown large: of a drawdown, only the percentage. */
export function mainFigureText(
  key: FigureKey,
  values: FigureValues,
  format: Money,
): string | null | undefined {
  const value = values[key];
  if (value && typeof value === "object" && "percent" in value)
    return figureText(key, { [key]: { percent: value.percent } }, format);
  return figureText(key, values, format);
}

/** Figures shown with four decimals, because they differ only in the third. */
const fine = new Set<FigureKey>(["ahpr", "ghpr", "hpr_sd", "sharpe_per_trade", "lr_correlation"]);

/** Figures shown with a sign. */
const signed = new Set<FigureKey>([
  "growth",
  "gain_time_weighted",
  "gain_per_trade_compounded",
  "cagr",
  "absolute_gain",
  "profit_percent",
]);

/** Returns the direction of a profit or loss figure. */
export function trendOf(key: FigureKey, values: FigureValues): "up" | "down" | "flat" {
  if (!signed.has(key) && key !== "net_profit") return "flat";
  const number = Number(values[key] ?? 0);
  return number > 0 ? "up" : number < 0 ? "down" : "flat";
}
