import { scaleUtc } from "@visx/scale";
import { utcFormat } from "#app/lib/dates";
import { dayMilliseconds } from "#contract/day";
import type { Language } from "#contract/languages";

export type Zone = { from: number; to: number; label: string };

/** More stretches than that cannot be hit with a finger or counted with a key. */
const mostZones = 40;

/** Cuts a time into days, weeks, months, quarters or years, the first that gives no more than 40; the first and the last may be cut short. */
export function zonesOf(from: number, to: number, language: Language): Zone[] {
  const days = (to - from) / dayMilliseconds;
  const kind =
    days <= 21
      ? "day"
      : days <= 120
        ? "week"
        : days <= mostZones * 30
          ? "month"
          : days <= mostZones * 91
            ? "quarter"
            : "year";
  const starts = startsOf(kind, from, to);
  const name = namesOf(kind, language);
  return starts.map((start, index) => ({
    from: Math.max(from, start),
    to: Math.min(to, starts[index + 1] ?? to),
    label: name(start),
  }));
}

/** A stretch for each day, week or month of what is counted by them, in order; it ends where its point stands. */
export function zonesOfSteps(steps: readonly number[], language: Language): Zone[] {
  const [first = 0, second = first] = steps;
  const name = namesOf(second - first < 28 * dayMilliseconds ? "day" : "month", language);
  return steps.map((to, index) => ({
    // the first one has half a step before the plot, else there would be nothing to point at
    from: steps[index - 1] ?? to - (second - first) / 2,
    to,
    label: name(to),
  }));
}

type Kind = "day" | "week" | "month" | "quarter" | "year";

/** How a stretch that begins then is called. */
function namesOf(kind: Kind, language: Language): (start: number) => string {
  const format = utcFormat(language, {
    ...(kind === "day" || kind === "week"
      ? { day: "numeric", month: "short" }
      : kind === "year"
        ? { year: "numeric" }
        : { month: "short", year: "numeric" }),
  });
  return (start) => format.format(start).replace(" г.", "");
}

/** The beginnings of days, weeks (Mondays), months… in UTC, the first no later than `from`. */
function startsOf(kind: Kind, from: number, to: number): number[] {
  const first = new Date(from);
  const [year, month, day] = [first.getUTCFullYear(), first.getUTCMonth(), first.getUTCDate()];
  const weekday = (first.getUTCDay() + 6) % 7;
  const at = (index: number) => {
    switch (kind) {
      case "day":
        return Date.UTC(year, month, day + index);
      case "week":
        return Date.UTC(year, month, day - weekday + 7 * index);
      case "month":
        return Date.UTC(year, month + index);
      case "quarter":
        return Date.UTC(year, month - (month % 3) + 3 * index);
      default:
        return Date.UTC(year + index, 0);
    }
  };
  const starts: number[] = [];
  for (let index = 0; at(index) < to || index === 0; index++) starts.push(at(index));
  return starts;
}

/** The scale of a time over the plot's width. */
export const timeScale = (from: number, to: number, width: number) =>
  scaleUtc({ domain: [from, to], range: [0, width] });
