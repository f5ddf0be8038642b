import { numberFormat } from "#contract/formats";
import type { Language } from "#contract/languages";
import { languageTable } from "#contract/languages";
import { placesOf } from "#contract/monitoring/currency";
import type { Decimal } from "#statements/decimal";
import { formatDecimal } from "#statements/decimal";

const none = "–";

/**
 * Formats an account's money, exact at any size: `1,234.50 USD`, with its symbol `$1,234.50`; yen have no decimals.
 */
export function moneyText(
  value: Decimal | null,
  currency: string | null,
  language: Language,
  { symbol = false } = {},
): string {
  if (value === null) return none;
  const places = placesOf(currency);
  const hasSymbol = symbol && currency !== null && /^[A-Z]{3}$/.test(currency);
  const format = numberFormat(languageTable[language].numbers, {
    ...(hasSymbol && { style: "currency", currency, currencyDisplay: "narrowSymbol" }),
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  });
  const text = format.format(formatDecimal(value, places) as Intl.StringNumericLiteral).replace("-", "−");
  return currency && !hasSymbol ? `${text}\u00a0${currency}` : text;
}
