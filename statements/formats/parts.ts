import type { Decimal } from "#statements/decimal";
import type { ListedDeal } from "./mt5-positions";

/** What deals have to add up to; `swap` null: that is not asked. */
export type Sums = { volume: Decimal; profit: Decimal; swap: Decimal | null };

/**
 * Some of `deals`, the first of them among these, that add up; null: there are none, or more deals had to be tried than `steps` has
 * left. It takes as many as it can from the beginning.
 */
export function partsOf(deals: ListedDeal[], sums: Sums, steps: { left: number }): ListedDeal[] | null {
  const from = (at: number, { volume, profit, swap }: Sums): ListedDeal[] | null => {
    const deal = deals[at];
    steps.left -= 1;
    if (!deal || deal.volume > volume) return null;
    const rest = {
      volume: volume - deal.volume,
      profit: profit - deal.profit,
      swap: swap === null ? null : swap - deal.swap,
    };
    if (rest.volume === 0n) return rest.profit === 0n && !rest.swap ? [deal] : null;
    for (let next = at + 1; next < deals.length && steps.left > 0; next++) {
      const parts = from(next, rest);
      if (!parts) continue;
      parts.push(deal);
      return parts;
    }
    return null;
  };
  return from(0, sums);
}
