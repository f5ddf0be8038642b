import { formatNumber } from "#contract/formats";
import type { Language } from "#contract/languages";
import { placesOf } from "./currency";
import type { CurrencyDisplay } from "./status";

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
    display,
    sign = false,
  }: { language: Language; currency: string | null; display: CurrencyDisplay; sign?: boolean },
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
