import { getTicks, scaleUtc } from "@visx/scale";
import { utcFormat } from "#app/lib/dates";
import { dayMilliseconds } from "#contract/day";
import type { Language } from "#contract/languages";

type TimeMark = { time: number; label: string; year: string };

/** Maximum number of labels that fit under a plot on a phone. */
const mostMarks = 6;

/**
 * Returns three to six round times in a range with their labels; the year only if it is needed to tell them apart.
 */
export function timeTicks(from: number, to: number, language: Language): TimeMark[] {
  const days = (to - from) / dayMilliseconds;
  const style: Intl.DateTimeFormatOptions =
    days < 2
      ? { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }
      : days < 180
        ? { day: "numeric", month: "short" }
        : days < 6 * 365
          ? { month: "short" }
          : { year: "numeric" };
  const format = utcFormat(language, style);
  const scale = scaleUtc({ domain: [from, to] });
  const enough =
    [4, 5, 6, 8].map((count) => getTicks(scale, count) as Date[]).find(({ length }) => length >= 3) ?? [];
  const step = Math.ceil(enough.length / mostMarks);
  let shownDay = "";
  return enough
    .filter((_, index) => index % step === 0)
    .map((date) => {
      const own = String(date.getUTCFullYear());
      const year = style.month && !style.day && own !== shownDay ? own : "";
      shownDay = own;
      return { time: date.getTime(), label: format.format(date).replace(" г.", ""), year };
    });
}
