import { formatMoney } from "#contract/formats";
import type { Language } from "#contract/languages";

/**
 * Returns the balance as the header shows it (specification, section 9): under 1000 one decimal, 1000-9999 none, from
 * 10000 in K with one decimal. A value that rounds up to the next step is written in that step's form, never
 * `$1000.0`. Russian formats the same number differently: `12,5 $`, `12,3 тыс. $`.
 */
export function balanceText(cents: number, language: Language): string {
  const text = shortDollars(cents);
  if (language === "en") return text;
  return `${text.replace("$", "").replace(".", ",").replace("K", "\u00a0тыс.")}\u00a0$`;
}

function shortDollars(cents: number): string {
  const sign = cents < 0 ? "−" : "";
  const absolute = Math.abs(cents);
  const tenths = Math.round(absolute / 10);
  if (tenths < 10_000) return `${sign}$${(tenths / 10).toFixed(1)}`;
  const dollars = Math.round(absolute / 100);
  if (dollars < 10_000) return `${sign}$${dollars}`;
  return `${sign}$${(Math.round(absolute / 10_000) / 10).toFixed(1)}K`;
}

/** Returns an amount in full: `$1,234.50`, `1 234,50 $`. The minus sign is `−`, spaces are non-breaking. */
export const moneyText = formatMoney;

/** Returns an amount as the value of a form field: `12.50`. */
export const amountText = (cents: number): string => (cents / 100).toFixed(2);
