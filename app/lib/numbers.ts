import { numberFormat, plainSpaces } from "#contract/formats";
import type { Language } from "#contract/languages";
import { languageTable } from "#contract/languages";

/**
 * A number as the reader writes it. Signs are `−`, spaces do not break.
 * A decimal string is formatted exactly, whatever its length.
 */
export function formatNumber(
  value: number | string,
  language: Language,
  options: Intl.NumberFormatOptions,
): string {
  const format = numberFormat(languageTable[language].numbers, options);
  return plainSpaces(format.format(value as number).replace("-", "−"));
}

/** A figure with up to `digits` decimals: `1,234.5`, `1 234,5`. */
export function numberText(value: number, language: Language, digits = 2): string {
  return formatNumber(value, language, { maximumFractionDigits: digits });
}

/** The same with all of its decimals, as figures in one table have them: `1.40`. */
export const fixedText = (value: number, language: Language, digits = 2): string =>
  formatNumber(value, language, { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** A fraction as percent: 0.2554 is `25.54%`. `fixed` keeps decimals that are zero, as columns have them. */
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

/** A share of 100: `12.4%`, `12,4 %`. */
export const percentText = (percent: number, language: Language, { sign = false, digits = 1 } = {}): string =>
  fractionText(percent / 100, language, { sign, digits });
