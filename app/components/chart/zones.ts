import { scaleUtc } from "@visx/scale";
import { utcFormat } from "#app/lib/dates";
import { dayMilliseconds } from "#contract/day";
import type { Kind } from "#contract/intervals";
import { intervalsOf } from "#contract/intervals";
import type { Language } from "#contract/languages";

export type Zone = { from: number; to: number; label: string };

/** Cuts a time into the stretches that it is read out by; the first and the last may be cut short. */
export function zonesOf(from: number, to: number, language: Language): Zone[] {
  const { kind, starts } = intervalsOf(from, to);
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
    // the first one has its room before the plot, else there would be nothing to point at: in half a chart 24 px
    from: steps[index - 1] ?? to - (second - first) * 0.6,
    to,
    label: name(to),
  }));
}

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

/** The scale of a time over the plot's width. */
export const timeScale = (from: number, to: number, width: number) =>
  scaleUtc({ domain: [from, to], range: [0, width] });
