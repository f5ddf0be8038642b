import type { Language } from "#contract/rules";

export type CurrencyDisplay = "symbol" | "code";

const formats = new Map<string, Intl.NumberFormat>();

function format(language: Language, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = language + JSON.stringify(options);
  const found = formats.get(key) ?? new Intl.NumberFormat(language === "ru" ? "ru-RU" : "en-US", options);
  formats.set(key, found);
  return found;
}

const plain = (text: string) => text.replace("-", "−").replace(/[\u2009\u202f]/g, "\u00a0");

/** What a terminal calls the currency, if it can be written as one: three letters. */
const isCurrency = (currency: string | null | undefined): currency is string =>
  /^[A-Z]{3}$/.test(currency ?? "");

/**
 * Money of a trading account, given exactly as a decimal string: `$1,234.50`, `USD 1,234.50`, `1 234,50 $`.
 * Currencies that are no ISO code (cents, coins) stand behind the number.
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
  const signDisplay = sign ? "exceptZero" : "auto";
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const options: Intl.NumberFormatOptions = isCurrency(currency)
    ? {
        style: "currency",
        currency,
        currencyDisplay: display === "code" ? "code" : "narrowSymbol",
        signDisplay,
        ...digits,
      }
    : { signDisplay, ...digits };
  // a string is formatted exactly, whatever its length
  const text = plain(format(language, options).format(decimal as never));
  return isCurrency(currency) || !currency ? text : `${text}\u00a0${currency}`;
}

/** A fraction as percent: 0.2554 is `25.54%`. */
export function fractionText(
  fraction: number,
  language: Language,
  { sign = false, digits = 2 } = {},
): string {
  const signDisplay = sign ? "exceptZero" : "auto";
  return plain(
    format(language, {
      style: "percent",
      minimumFractionDigits: 0,
      maximumFractionDigits: digits,
      signDisplay,
    }).format(fraction),
  );
}

/** A length of time in its two largest units: `2 d 3 h`, `45 min`. */
export function durationText(seconds: number, language: Language): string {
  const unit = (value: number, name: string) =>
    plain(format(language, { style: "unit", unit: name, unitDisplay: "short" }).format(value));
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor((seconds % 86_400) / 3600),
    Math.floor((seconds % 3600) / 60),
  ];
  if (days > 0) return hours > 0 ? `${unit(days, "day")} ${unit(hours, "hour")}` : unit(days, "day");
  if (hours > 0)
    return minutes > 0 ? `${unit(hours, "hour")} ${unit(minutes, "minute")}` : unit(hours, "hour");
  return minutes > 0 ? unit(minutes, "minute") : unit(Math.round(seconds), "second");
}
