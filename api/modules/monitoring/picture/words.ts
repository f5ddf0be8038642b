import { formatDay } from "#api/lib/format";
import { errorText } from "#api/lib/translations";
import { daysFromTo } from "#contract/day";
import { numberFormat } from "#contract/formats";
import type { Language } from "#contract/languages";

/** `+142.45%`; a dash for what is not known. */
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

/** `1.52`; a dash for what is not known. */
export const ratio = (value: number | null | undefined, language: Language): string =>
  value === null || value === undefined
    ? "–"
    : numberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
        .format(value)
        .replace("-", "−");

/** The first and the last day known of a history, as its page and lists have it; null where nothing is. */
export type Span = { since: string; until: string } | null;

/** How long a history is, in words: `420 days`, both ends counted; empty where there is none. */
export const daysText = (span: Span, language: Language): string =>
  span ? errorText(language, "cardDays", { count: daysFromTo(span.since, span.until) }) : "";

/** `growth in 420 days, to 22 Nov 2026` */
export function spanText(span: Span, language: Language): string {
  if (!span) return errorText(language, "cardGrowth");
  return errorText(language, "cardGrowthIn", {
    count: daysFromTo(span.since, span.until),
    date: formatDay(span.until, language),
  });
}
