import { dayOf, monthOf } from "#contract/day";

type Days = { from?: string | undefined; to?: string | undefined };

/**
 * Returns why a month's figures are incomplete: `inPart` if the period excludes some of its days, `running` if the
 * month is not over. Returns null if they are complete.
 */
export function partialMonth(month: string, { from, to }: Days, now: Date): "inPart" | "running" | null {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const [first, last] = [Date.UTC(year, number - 1, 1), Date.UTC(year, number, 0)].map(dayOf);
  const [known, today] = [to ?? dayOf(now), dayOf(now)];
  if ((from && first && from > first) || (last && known < last && known < today)) return "inPart";
  return month === monthOf(now) ? "running" : null;
}
