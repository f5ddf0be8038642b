import { scaleUtc } from "@visx/scale";
import { daySeconds } from "#app/lib/dates";
import { dateFormat } from "#contract/formats";
import type { Language } from "#contract/rules";

const day = daySeconds * 1000;

/** A few round times between two, with the words that tell them apart. */
export function timeMarks(from: number, to: number, language: Language): { time: number; label: string }[] {
  const locale = language === "ru" ? "ru-RU" : "en-GB";
  const span = to - from;
  const style: Intl.DateTimeFormatOptions =
    span < 2 * day
      ? { hour: "2-digit", minute: "2-digit" }
      : span < 180 * day
        ? { day: "numeric", month: "short" }
        : { month: "short", year: "numeric" };
  const format = dateFormat(locale, { timeZone: "UTC", ...style });
  return scaleUtc({ domain: [from, to] })
    .ticks(4)
    .map((date) => ({ time: date.getTime(), label: format.format(date).replace(" г.", "") }));
}
