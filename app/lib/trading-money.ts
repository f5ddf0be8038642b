import { daySeconds } from "#contract/day";
import type { Language } from "#contract/languages";
import { placesOf } from "#contract/monitoring/currency";
import { formatNumber } from "./numbers";

export type CurrencyDisplay = "symbol" | "code";

/** Returns whether the terminal's currency is a three-letter code. */
const isCurrency = (currency: string | null | undefined): currency is string =>
  /^[A-Z]{3}$/.test(currency ?? "");

/**
 * Returns an amount of a trading account, given as an exact decimal string: `$1,234.50`, `USD 1,234.50`, `1 234,50
 * $`. Currencies without an ISO code (cents, coins) follow the number.
 */
export function tradingMoney(
  decimal: string,
  {
    language,
    currency,
    display = "symbol",
    sign = false,
  }: { language: Language; currency: string | null; display?: CurrencyDisplay; sign?: boolean },
): string {
  const signDisplay = sign ? "exceptZero" : "negative";
  // an average can have more decimals than the currency
  const places = Math.max(placesOf(currency), decimal.split(".")[1]?.length ?? 0);
  const digits = { minimumFractionDigits: places, maximumFractionDigits: places };
  const options: Intl.NumberFormatOptions = isCurrency(currency)
    ? {
        style: "currency",
        currency,
        currencyDisplay: display === "code" ? "code" : "narrowSymbol",
        signDisplay,
        ...digits,
      }
    : { signDisplay, ...digits };
  const text = formatNumber(decimal, language, options);
  return isCurrency(currency) || !currency ? text : `${text}\u00a0${currency}`;
}

/** Returns a duration in its two largest units: `2 d 3 h`, `45 min`. */
export function durationText(seconds: number, language: Language): string {
  const unit = (value: number, name: string) =>
    formatNumber(value, language, { style: "unit", unit: name, unitDisplay: "short" });
  const [days, hours, minutes] = [
    Math.floor(seconds / daySeconds),
    Math.floor((seconds % daySeconds) / 3600),
    Math.floor((seconds % 3600) / 60),
  ];
  if (days > 0) return hours > 0 ? `${unit(days, "day")} ${unit(hours, "hour")}` : unit(days, "day");
  if (hours > 0)
    return minutes > 0 ? `${unit(hours, "hour")} ${unit(minutes, "minute")}` : unit(hours, "hour");
  return minutes > 0 ? unit(minutes, "minute") : unit(Math.round(seconds), "second");
}
