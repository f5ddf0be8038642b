import type { Language } from "#contract/rules";

/**
 * The balance as the header shows it (specification, section 9): under 1000 one decimal, 1000-9999 none,
 * from 10000 in K with one decimal. What rounds up to the next step is written as that step: never `$1000.0`.
 */
export function balanceText(cents: number): string {
  const sign = cents < 0 ? "−" : "";
  const absolute = Math.abs(cents);
  const tenths = Math.round(absolute / 10);
  if (tenths < 10_000) return `${sign}$${(tenths / 10).toFixed(1)}`;
  const dollars = Math.round(absolute / 100);
  if (dollars < 10_000) return `${sign}$${dollars}`;
  return `${sign}$${(Math.round(absolute / 10_000) / 10).toFixed(1)}K`;
}

const formats = new Map<string, Intl.NumberFormat>();

function format(language: Language, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = language + JSON.stringify(options);
  const found = formats.get(key) ?? new Intl.NumberFormat(language === "ru" ? "ru-RU" : "en-US", options);
  formats.set(key, found);
  return found;
}

// The server and the browser may disagree about rare spaces, and a page must be the same in both.
const minus = (text: string) => text.replace("-", "−").replace(/[\u2009\u202f]/g, "\u00a0");

/** A whole amount: `$1,234.50`, `1 234,50 $`. Signs are `−`, spaces do not break. */
export function moneyText(
  cents: number,
  language: Language,
  options: { sign?: boolean; currency?: string } = {},
): string {
  const { sign = false, currency = "USD" } = options;
  const display = { style: "currency", currency, signDisplay: sign ? "exceptZero" : "auto" } as const;
  return minus(format(language, display).format(cents / 100));
}

/** A figure with up to `digits` decimals: `1,234.5`, `1 234,5`. */
export function numberText(value: number, language: Language, digits = 2): string {
  return minus(format(language, { maximumFractionDigits: digits }).format(value));
}

/** A share of 100: `12.4%`, `12,4 %`. */
export function percentText(
  percent: number,
  language: Language,
  options: { sign?: boolean; digits?: number } = {},
): string {
  const { sign = false, digits = 1 } = options;
  const display = {
    style: "percent",
    maximumFractionDigits: digits,
    signDisplay: sign ? "exceptZero" : "auto",
  } as const;
  return minus(format(language, display).format(percent / 100));
}

/** An amount as a form field holds it: `12.50`. */
export const amountText = (cents: number): string => (cents / 100).toFixed(2);
