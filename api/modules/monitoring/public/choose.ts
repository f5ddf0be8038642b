import { daysFromTo } from "#contract/day";
import type { PublicQuery, PublicSort } from "#contract/monitoring/index";
import type { Card } from "./count-cards";

type Listed = { name: string; server: string | null; mode: string | null; card: Card | undefined };

const ageOf = (card: Card | undefined): number | null =>
  card?.since && card.until ? daysFromTo(card.since, card.until) : null;

/** Whether an account is what was asked for. What is not known of it does not meet a limit. */
export function isAsked(query: PublicQuery, { name, server, mode, card }: Listed): boolean {
  const search = query.search.toLowerCase();
  return (
    [name, server ?? ""].some((text) => text.toLowerCase().includes(search)) &&
    (query.mode === "any" || mode === query.mode) &&
    (query.drawdown === undefined || (card?.drawdown ?? Number.POSITIVE_INFINITY) * 100 <= query.drawdown) &&
    (query.age === undefined || (ageOf(card) ?? 0) >= query.age)
  );
}

/** The larger the better; a fall is the better the smaller it is. */
const worth: Record<PublicSort, (card: Card | undefined) => number | null | undefined> = {
  growth: (card) => card?.growth,
  drawdown: (card) => (card?.drawdown == null ? null : -card.drawdown),
  age: ageOf,
  factor: (card) => card?.profitFactor,
};

/** The best first; what is not known comes last, in the order that it came in. */
export const bestFirst =
  (sort: PublicSort) =>
  (a: { card: Card | undefined }, b: { card: Card | undefined }): number => {
    const [first, second] = [worth[sort](a.card), worth[sort](b.card)];
    if (first == null || second == null) return Number(first == null) - Number(second == null);
    return second - first;
  };
