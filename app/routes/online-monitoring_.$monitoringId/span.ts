import { daysFromTo } from "#contract/day";

type Days = { from: string | null; to: string | null };
type History = { since: string | null; until: string | null };

/** The days that figures are of: those of the period that the history has. Null where it has none of them. */
export function spanOf(
  { from, to }: Days,
  { since, until }: History,
): { start: string; days: number } | null {
  if (!since || !until) return null;
  const start = from && from > since ? from : since;
  const end = to && to < until ? to : until;
  return start > end ? null : { start, days: daysFromTo(start, end) };
}
