import type { Language } from "#contract/languages";
import { placesOf } from "#contract/monitoring/currency";
import type { CurrencyDisplay } from "#contract/monitoring/status";
import { tradingMoney } from "#contract/monitoring/trading-money";
import type { Decimal } from "#statements/decimal";
import { formatDecimal } from "#statements/decimal";

const none = "–";

/** An account's currency and how its owner chose to show it. */
export type CurrencyFormat = { currency: string | null; currencyDisplay: CurrencyDisplay };

/** Formats an account's money as its page does, exact at any size. */
export const moneyText = (
  value: Decimal | null,
  { currency, currencyDisplay }: CurrencyFormat,
  language: Language,
): string =>
  value === null
    ? none
    : tradingMoney(formatDecimal(value, placesOf(currency)), {
        language,
        currency,
        display: currencyDisplay,
      });
