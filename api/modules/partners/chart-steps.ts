import { dayMilliseconds, dayOf } from "#contract/day";

export type Step = "day" | "week" | "month";
type Span = { from: Date; to: Date };

const daysOf = ({ from, to }: Span) => (to.getTime() - from.getTime()) / dayMilliseconds;

/** Returns the step of a span's chart: at most some thirty points, but months for years. */
export function stepOf(span: Span): Step {
  if (daysOf(span) <= 31) return "day";
  return daysOf(span) <= 217 ? "week" : "month";
}

/**
 * Returns the first day of the step that contains a day: the day itself, its Monday, or the first of its month (UTC).
 */
function startOf(step: Step, time: Date): Date {
  const [year, month, date] = [time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate()];
  if (step === "month") return new Date(Date.UTC(year, month, 1));
  const back = step === "week" ? (time.getUTCDay() + 6) % 7 : 0;
  return new Date(Date.UTC(year, month, date - back));
}

function next(step: Step, start: Date): Date {
  if (step === "month") return new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1));
  return new Date(start.getTime() + (step === "week" ? 7 : 1) * dayMilliseconds);
}

/** Returns the first days of all steps of a span, as dates; steps begin as in PostgreSQL's `date_trunc`. */
export function stepsOf(span: Span, step: Step): string[] {
  const dates: string[] = [];
  for (let start = startOf(step, span.from); start < span.to; start = next(step, start))
    dates.push(dayOf(start));
  return dates;
}
