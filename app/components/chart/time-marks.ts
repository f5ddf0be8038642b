import { scaleUtc } from "@visx/scale";
import { dayMilliseconds } from "#contract/day";
import { dateFormat } from "#contract/formats";
import type { Language } from "#contract/languages";
import { languageTable } from "#contract/languages";

/** A few round times between two, with the words that tell them apart. */
export function timeMarks(from: number, to: number, language: Language): { time: number; label: string }[] {
  const span = to - from;
  const style: Intl.DateTimeFormatOptions =
    span < 2 * dayMilliseconds
      ? { hour: "2-digit", minute: "2-digit" }
      : span < 180 * dayMilliseconds
        ? { day: "numeric", month: "short" }
        : { month: "short", year: "numeric" };
  const format = dateFormat(languageTable[language].dates, { timeZone: "UTC", ...style });
  return scaleUtc({ domain: [from, to] })
    .ticks(4)
    .map((date) => ({ time: date.getTime(), label: format.format(date).replace(" г.", "") }));
}
