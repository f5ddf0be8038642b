import { formatNumber } from "#contract/formats";
import type { Language } from "#contract/languages";

/** Returns a number with up to `digits` decimals: `1,234.5`, `1 234,5`. */
export function numberText(value: number, language: Language, digits = 2): string {
  return formatNumber(value, language, { maximumFractionDigits: digits });
}

/** Returns a number with exactly `digits` decimals, for table columns: `1.40`. */
export const fixedText = (value: number, language: Language, digits = 2): string =>
  formatNumber(value, language, { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** Returns a fraction as a percentage: 0.2554 is `25.54%`. `fixed` shows trailing zeros, for table columns. */
export function fractionText(
  fraction: number,
  language: Language,
  { sign = false, digits = 2, fixed = false } = {},
): string {
  return formatNumber(fraction, language, {
    style: "percent",
    ...(fixed && { minimumFractionDigits: digits }),
    maximumFractionDigits: digits,
    signDisplay: sign ? "exceptZero" : "negative",
  });
}

/** Returns a percentage given as a number out of 100: `12.4%`, `12,4 %`. */
export const percentText = (percent: number, language: Language, { sign = false, digits = 1 } = {}): string =>
  fractionText(percent / 100, language, { sign, digits });
