import type { TypedDays } from "#app/lib/typed-days";
import type { Period } from "#contract/period";
import { date, periodNames } from "#contract/period";
import { translationsFor } from "./locale.server";

type Days = { from: string | undefined; to: string | undefined };

const ends = ["from", "to"] as const;

/** Returns whether a text is a day, as `2026-11-21`. */
export const isDay = (text: string) => date.safeParse(text).success;

const typedOf = (request: Request, end: (typeof ends)[number]) =>
  new URL(request.url).searchParams.get(end)?.trim() ?? "";

/** Returns the day that a field of the page's URL has; undefined if it is empty or invalid. */
export function validDay(request: Request, end: (typeof ends)[number]): string | undefined {
  const typed = typedOf(request, end);
  return isDay(typed) ? typed : undefined;
}

/** Returns the period in the page's URL. An invalid one counts as all time; reversed custom dates are swapped. */
export function periodOf(request: Request): Period {
  const requestedPeriod = new URL(request.url).searchParams.get("period");
  const period = periodNames.find((name) => name === requestedPeriod) ?? "all";
  if (period !== "own") return { period };
  return { period, ...ordered(validDay(request, "from"), validDay(request, "to")) };
}

const ordered = (from: string | undefined, to: string | undefined) =>
  from && to && from > to ? { from: to, to: from } : { from, to };

/**
 * Returns the days of a file that the URL asks for, reversed ones swapped; or what was typed if one of them is invalid,
 * for the page with the fields.
 */
export function fileDays(request: Request): { days: Days } | { invalid: Days } {
  const [from, to] = ends.map((end) => typedOf(request, end) || undefined);
  const isValid = [from, to].every((day) => day === undefined || isDay(day));
  return isValid ? { days: ordered(from, to) } : { invalid: { from, to } };
}

/** Returns the values of the custom date fields: the days shown, or invalid input with its error message. */
export async function typedDays(
  request: Request,
  displayed: { from?: string; to?: string },
): Promise<TypedDays> {
  const errors = await translationsFor(request, "errors");
  const [from, to] = ends.map((end) => {
    const typed = typedOf(request, end);
    if (!typed || isDay(typed)) return { day: displayed[end] ?? "" };
    return { day: typed, message: errors("dateInvalid") };
  });
  return { from: from ?? { day: "" }, to: to ?? { day: "" } };
}
