import { formatDay } from "#api/lib/format";
import { errorText } from "#api/lib/translations";
import type { Point } from "#api/modules/monitoring/page/lines";
import { dayMilliseconds } from "#contract/day";
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

/** How long a line is, in words: `420 days`; empty for a line without a length. */
export function daysText(growth: Point[], language: Language): string {
  const days = lengthOf(growth);
  return days === 0 ? "" : errorText(language, "cardDays", { count: days });
}

/** `growth in 420 days, to 22 Nov 2026` */
export function spanText(growth: Point[], language: Language): string {
  const last = growth.at(-1);
  const days = lengthOf(growth);
  if (!last || days === 0) return errorText(language, "cardGrowth");
  return errorText(language, "cardGrowthIn", {
    count: days,
    date: formatDay(new Date(last[0]).toISOString(), language),
  });
}

const lengthOf = (growth: Point[]): number => {
  const [first, last] = [growth[0], growth.at(-1)];
  return first && last ? Math.ceil((last[0] - first[0]) / dayMilliseconds) : 0;
};
