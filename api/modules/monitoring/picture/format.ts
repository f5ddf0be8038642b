import { formatDay } from "#api/lib/format";
import { errorText } from "#api/lib/translations";
import { daysFromTo } from "#contract/day";
import { numberFormat } from "#contract/formats";
import type { Language } from "#contract/languages";

/** Formats a percentage: `+142.45%`; a dash if unknown. */
export function percent(value: number | null | undefined, language: Language, sign = true): string {
  if (value === null || value === undefined) return "–";
  const written = numberFormat(language, {
    style: "percent",
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    signDisplay: sign ? "exceptZero" : "negative",
  });
  return written.format(value).replace("-", "−");
}

/** Formats a ratio: `1.52`; a dash if unknown. */
export const ratio = (value: number | null | undefined, language: Language): string =>
  value === null || value === undefined
    ? "–"
    : numberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
        .format(value)
        .replace("-", "−");

/** The first and the last known day of a history, as on its page and in lists; null if there is none. */
export type Span = { since: string; until: string } | null;

/** Returns the length of a history in words: `420 days`, both ends counted; empty if there is none. */
export const daysText = (span: Span, language: Language): string =>
  span ? errorText(language, "cardDays", { count: daysFromTo(span.since, span.until) }) : "";

/** Returns `growth in 420 days, to 22 Nov 2026`. */
export function spanText(span: Span, language: Language): string {
  if (!span) return errorText(language, "cardGrowth");
  return errorText(language, "cardGrowthIn", {
    count: daysFromTo(span.since, span.until),
    date: formatDay(span.until, language),
  });
}
