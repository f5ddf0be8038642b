import { groupBy } from "#statements/group-by";
import { lastAt } from "#statements/last-at";
import type { Side } from "#statements/types";
import type { ClosedPosition, ListedDeal } from "./mt5-positions";

/** What a movement of a symbol's price by one brings for one lot, as a closing deal tells it; `error`: the share that rounding may be. */
type PointValue = { time: number; value: number; error: number };

/** What rounding hides more of tells nothing. */
const mostError = 0.05;
/** What a rate between currencies is no matter of, or hardly. */
const rateless = 0.005;
const whole = 100_000_000n;
const [cent, unit] = [1_000_000, 100_000_000];

/** How far the price moved in a position's favour until a deal closed a part of it, times the volume of that part. */
const movedIn = ({ price, volume }: ListedDeal, { openPrice, side }: ClosedPosition) =>
  price === null ? 0 : Number(side === "long" ? price - openPrice : openPrice - price) * Number(volume);

/**
 * Tells by a deal's profit at which price its position was opened, of deals of one symbol and side. What a movement brings is learned
 * from deals of which it is known what they closed: it is the symbol's, but for the rate between its currency and the account's.
 */
export class PriceFit {
  private readonly known: PointValue[];
  private readonly rounding: number;
  /** Free deals by the price at which their position was opened, in steps that rounding can't pass; the oldest first. */
  private readonly byOpenPrice = new Map<number, ListedDeal[]>();
  private readonly width: number;

  /** `rows` were not found yet, `free` are the deals that are no found row's. */
  constructor(
    deals: ListedDeal[],
    free: ListedDeal[],
    found: ReadonlyMap<ClosedPosition, ListedDeal[]>,
    rows: ClosedPosition[],
  ) {
    // accounts in yen have no cents
    this.rounding = deals.every(({ profit }) => profit % whole === 0n) ? unit : cent;
    this.known = [
      ...[...found].flatMap(([row, of]) => of.map((deal) => ({ row, deal }))),
      ...lastOf(rows, free),
    ]
      .flatMap(({ row, deal }) => this.pointValueOf(deal, row) ?? [])
      .sort((a, b) => a.time - b.time);
    const least = free.reduce(
      (volume, deal) => Math.min(volume, Number(deal.volume)),
      Number.POSITIVE_INFINITY,
    );
    this.width = this.rounding / (this.known[0]?.value ?? 1) / least;
    const [side = "long"] = rows.map((row) => row.side);
    for (const deal of free) {
      const step = this.stepOf(deal, side);
      if (step === null) continue;
      const same = this.byOpenPrice.get(step);
      if (same) same.push(deal);
      else this.byOpenPrice.set(step, [deal]);
    }
  }

  /** Free deals whose profits say that their position was opened at a row's price, between its times; the newest first, so many at most. */
  ofOpenPrice(row: ClosedPosition, count: number): ListedDeal[] {
    const step = Math.floor(Number(row.openPrice) / this.width);
    return [step - 1, step, step + 1]
      .flatMap((one) => newestBetween(this.byOpenPrice.get(one) ?? [], row, count))
      .filter((deal) => this.fits(deal, row, rateless))
      .sort((a, b) => b.time - a.time);
  }

  /** Whether a deal can be a closing of a row; `share`: what the rate may have changed its profit by. */
  fits(deal: ListedDeal, row: ClosedPosition, share: number): boolean {
    const near = this.near(deal.time);
    if (!near) return false;
    const expected = movedIn(deal, row) * near.value;
    return (
      Math.abs(Number(deal.profit) - expected) <= this.rounding + Math.abs(expected) * (share + near.error)
    );
  }

  private near(time: number): PointValue | undefined {
    const at = lastAt(this.known.length, (index) => (this.known[index]?.time ?? 0) <= time);
    return this.known[Math.max(at, 0)];
  }

  private stepOf({ time, price, profit, volume }: ListedDeal, side: Side): number | null {
    const near = this.near(time);
    if (!near || price === null) return null;
    const moved = Number(profit) / near.value / Number(volume);
    return Math.floor((Number(price) - (side === "long" ? moved : -moved)) / this.width);
  }

  private pointValueOf(deal: ListedDeal, row: ClosedPosition): PointValue | null {
    const [profit, moved] = [Number(deal.profit), movedIn(deal, row)];
    const error = this.rounding / Math.abs(profit);
    return profit * moved > 0 && error <= mostError
      ? { time: deal.time, value: profit / moved, error }
      : null;
  }
}

/** Deals between a row's times, of `deals` with the oldest first; the newest first, so many at most. */
export function newestBetween(deals: ListedDeal[], row: ClosedPosition, count: number): ListedDeal[] {
  const end = 1 + lastAt(deals.length, (at) => (deals[at]?.time ?? 0) <= row.closeTime);
  return deals
    .slice(Math.max(0, end - count), end)
    .filter(({ time }) => time >= row.openTime)
    .reverse();
}

/** Of rows that were closed when nothing else was: the deal that closed each. */
function lastOf(rows: ClosedPosition[], free: ListedDeal[]): { row: ClosedPosition; deal: ListedDeal }[] {
  const byTime = groupBy(free, ({ time }) => String(time));
  return rows.flatMap((row) => {
    // as many as there are rows may be of one second
    const same = byTime.get(String(row.closeTime)) ?? [];
    const [deal] = same;
    return deal && same.length === 1 ? [{ row, deal }] : [];
  });
}
