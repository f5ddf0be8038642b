import { dayMilliseconds } from "#contract/day";

/** More intervals cannot be hit with a finger or counted with a key. */
const maxIntervals = 40;

export type Kind = "day" | "week" | "month" | "quarter" | "year";

/**
 * Returns the intervals of a chart's tooltips: UTC days, weeks, months, quarters or years, the first kind that gives
 * no more than 40. `starts` are their beginnings in epoch milliseconds, the first no later than `from`.
 */
export function intervalsOf(from: number, to: number): { kind: Kind; starts: number[] } {
  const days = (to - from) / dayMilliseconds;
  const kind =
    days <= 21
      ? "day"
      : days <= 120
        ? "week"
        : days <= maxIntervals * 30
          ? "month"
          : days <= maxIntervals * 91
            ? "quarter"
            : "year";
  return { kind, starts: startsOf(kind, from, to) };
}

/** Returns the beginnings of UTC days, weeks (Mondays), months…, the first no later than `from`. */
function startsOf(kind: Kind, from: number, to: number): number[] {
  const first = new Date(from);
  const [year, month, day] = [first.getUTCFullYear(), first.getUTCMonth(), first.getUTCDate()];
  const weekday = (first.getUTCDay() + 6) % 7;
  const startAt = (index: number) => {
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
  for (let index = 0; startAt(index) < to || index === 0; index++) starts.push(startAt(index));
  return starts;
}
