import type { Decimal } from "#statements/decimal";
import { groupBy } from "#statements/group-by";
import type { ClosedPosition, ListedDeal } from "./mt5-positions";

import { newestBetween, PriceFit } from "./price-fit";

type DealsByRow = Map<ClosedPosition, ListedDeal[]>;
/** How closely a profit must follow from the prices, and whether swaps must add up. */
type Strictness = { follows: "exactly" | "roughly" | "not"; hasSwap: boolean };

const rounds: Strictness[] = [
  { follows: "exactly", hasSwap: true },
  { follows: "roughly", hasSwap: true },
  { follows: "roughly", hasSwap: false },
  { follows: "not", hasSwap: false },
];
/** Relative change of an exchange rate allowed while a position is open. */
const rateMoves = 0.1;
/** Average number of steps for each row and deal in one round; the fewer rows remain, the more steps each gets. */
const stepsForEach = 30;
/** Maximum for one row. */
const mostSteps = 2_000;

/**
 * Returns the deals that closed each row of one symbol and side, for the rows that could be matched; `deals` are
 * sorted oldest first.
 */
export function closingsOf(rows: ClosedPosition[], deals: ListedDeal[]): DealsByRow {
  const search = new Search(deals);
  const oldest = rows.toSorted((a, b) => a.closeTime - b.closeTime || a.openTime - b.openTime);
  search.sameMoment(oldest, (swap, price) => `${swap}|${price}`);
  search.sameMoment(oldest, (swap) => `${swap}`);
  search.sameMoment(oldest, () => "");
  for (const round of rounds) search.inParts(oldest, round);
  return search.found;
}

class Search {
  readonly found: DealsByRow = new Map();
  private free: ListedDeal[];
  private readonly taken = new Set<ListedDeal>();

  constructor(private readonly deals: ListedDeal[]) {
    this.free = deals;
  }

  /** Matches rows closed by one deal: equal time, volume and profit, and equal further fields. */
  sameMoment(rows: ClosedPosition[], more: (swap: Decimal, price: Decimal | null) => string): void {
    type Sums = Pick<ClosedPosition, "volume" | "profit" | "swap">;
    const key = (time: number, price: Decimal | null, { volume, profit, swap }: Sums) =>
      `${time}|${volume}|${profit}|${more(swap, price)}`;
    const same = groupBy(this.free.toReversed(), (deal) => key(deal.time, deal.price, deal));
    for (const row of this.open(rows)) {
      const one = same.get(key(row.closeTime, row.closePrice, row))?.pop();
      if (one) this.take(row, [one]);
    }
    this.dropTaken();
  }

  /** Matches rows closed by several deals, the last of them at the row's time: volumes and profits add up. */
  inParts(rows: ClosedPosition[], { follows, hasSwap }: Strictness): void {
    const open = this.open(rows);
    if (open.length === 0) return;
    const prices = new PriceFit(this.deals, this.free, this.found, open);
    const each = Math.floor((stepsForEach * (rows.length + this.deals.length)) / open.length);
    const steps = Math.min(each, mostSteps);
    for (const row of open) {
      const sums = { volume: row.volume, profit: row.profit, swap: hasSwap ? row.swap : null };
      const candidates =
        follows === "exactly"
          ? prices.ofOpenPrice(row, steps)
          : newestBetween(this.free, row, steps).filter(
              (deal) => follows === "not" || prices.fits(deal, row, rateMoves),
            );
      const free = candidates.filter((deal) => !this.taken.has(deal));
      const budget = { left: steps };
      for (let [last] = free; last?.time === row.closeTime && budget.left > 0; [last] = free) {
        const subset = findSubset(free, sums, budget);
        if (subset) {
          this.take(row, subset);
          break;
        }
        free.shift();
      }
    }
    this.dropTaken();
  }

  private open = (rows: ClosedPosition[]) => rows.filter((row) => !this.found.has(row));

  private take(row: ClosedPosition, deals: ListedDeal[]): void {
    this.found.set(row, deals);
    for (const deal of deals) this.taken.add(deal);
  }

  private dropTaken(): void {
    this.free = this.free.filter((deal) => !this.taken.has(deal));
  }
}

/** The sums that deals must add up to; `swap` null means any. */
type Sums = { volume: Decimal; profit: Decimal; swap: Decimal | null };

/**
 * Returns deals, including the first one, that add up to `sums`; null if there are none or the step limit is reached.
 * Prefers deals from the beginning.
 */
function findSubset(deals: ListedDeal[], sums: Sums, steps: { left: number }): ListedDeal[] | null {
  const from = (index: number, { volume, profit, swap }: Sums): ListedDeal[] | null => {
    const deal = deals[index];
    steps.left -= 1;
    if (!deal || deal.volume > volume) return null;
    const rest = {
      volume: volume - deal.volume,
      profit: profit - deal.profit,
      swap: swap === null ? null : swap - deal.swap,
    };
    if (rest.volume === 0n) return rest.profit === 0n && !rest.swap ? [deal] : null;
    for (let next = index + 1; next < deals.length && steps.left > 0; next++) {
      const subset = from(next, rest);
      if (!subset) continue;
      subset.push(deal);
      return subset;
    }
    return null;
  };
  return from(0, sums);
}
