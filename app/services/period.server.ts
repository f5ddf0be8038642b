import type { Period } from "#contract/period";
import { date, periodNames } from "#contract/period";

const day = (text: string | null) => (text && date.safeParse(text).success ? text : undefined);

/** The period of a page's address; what is no period there counts as all time. */
export function periodOf(request: Request): Period {
  const query = new URL(request.url).searchParams;
  const period = periodNames.find((name) => name === query.get("period")) ?? "all";
  return period === "own" ? { period, from: day(query.get("from")), to: day(query.get("to")) } : { period };
}
