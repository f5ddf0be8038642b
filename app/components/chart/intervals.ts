import { scaleUtc } from "@visx/scale";
import { utcFormat } from "#app/lib/dates";
import { dayMilliseconds } from "#contract/day";
import type { Kind } from "#contract/intervals";
import { intervalsOf } from "#contract/intervals";
import type { Language } from "#contract/languages";

export type ChartInterval = { from: number; to: number; label: string };

/** Divides a time range into intervals for tooltips; the first and the last may be cut short. */
export function intervalsBetween(from: number, to: number, language: Language): ChartInterval[] {
  const { kind, starts } = intervalsOf(from, to);
  const name = namesOf(kind, language);
  return starts.map((start, index) => ({
    from: Math.max(from, start),
    to: Math.min(to, starts[index + 1] ?? to),
    label: name(start),
  }));
}

/** Returns an interval for each day, week or month of values per step, in order; it ends at its point. */
export function intervalsOfSteps(steps: readonly number[], language: Language): ChartInterval[] {
  const [first = 0, second = first] = steps;
  const name = namesOf(second - first < 28 * dayMilliseconds ? "day" : "month", language);
  return steps.map((to, index) => ({
    // the first interval extends before the plot, otherwise it would have no hit area: 24 px in a half-width chart
    from: steps[index - 1] ?? to - (second - first) * 0.6,
    to,
    label: name(to),
  }));
}

/** Returns a function that formats an interval's label from its start. */
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

/** Returns the time scale over the plot's width. */
export const timeScale = (from: number, to: number, width: number) =>
  scaleUtc({ domain: [from, to], range: [0, width] });
