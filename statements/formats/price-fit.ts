import { lastIndexWhere } from "#statements/binary-search";
import { groupBy } from "#statements/group-by";
import type { Side } from "#statements/types";
import type { ClosedPosition, ListedDeal } from "./mt5-positions";

/**
 * Profit per unit of price and lot in a symbol, as derived from a closing deal; `error` is the possible relative
 * rounding error.
 */
type PointValue = { time: number; value: number; error: number };

/** Deals with a larger rounding error are not used. */
const mostError = 0.05;
/** Tolerance for symbols that need no currency conversion, or hardly any. */
const rateless = 0.005;
const decimalOne = 100_000_000n;
const [cent, unit] = [1_000_000, 100_000_000];

/**
 * Returns the price movement in the position's favour until a deal closed a part of it, times the volume of that
 * part.
 */
const movedIn = ({ price, volume }: ListedDeal, { openPrice, side }: ClosedPosition) =>
  price === null ? 0 : Number(side === "long" ? price - openPrice : openPrice - price) * Number(volume);

/**
 * Derives, from a deal's profit, the price at which its position was opened, for deals of one symbol and side. The
 * profit per price movement is learned from deals whose position is known: it is constant for a symbol, except for
 * the rate between its currency and the account's.
 */
export class PriceFit {
  private readonly known: PointValue[];
  private readonly rounding: number;
  /** Free deals by the opening price of their position, in steps larger than the rounding; oldest first. */
  private readonly byOpenPrice = new Map<number, ListedDeal[]>();
  private readonly width: number;

  /** `rows` are not matched yet; `free` are the deals that belong to no matched row. */
  constructor(
    deals: ListedDeal[],
    free: ListedDeal[],
    dealsByRow: ReadonlyMap<ClosedPosition, ListedDeal[]>,
    rows: ClosedPosition[],
  ) {
    // accounts in yen have no cents
    this.rounding = deals.every(({ profit }) => profit % decimalOne === 0n) ? unit : cent;
    this.known = [
      ...[...dealsByRow].flatMap(([row, of]) => of.map((deal) => ({ row, deal }))),
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

  /**
   * Returns free deals between a row's times whose profits fit the row's opening price, newest first, at most `count`
   * for each price step.
   */
  ofOpenPrice(row: ClosedPosition, count: number): ListedDeal[] {
    const step = Math.floor(Number(row.openPrice) / this.width);
    return [step - 1, step, step + 1]
      .flatMap((one) => newestBetween(this.byOpenPrice.get(one) ?? [], row, count))
      .filter((deal) => this.fits(deal, row, rateless))
      .sort((a, b) => b.time - a.time);
  }

  /**
   * Returns whether a deal can be a closing of a row; `share` is the relative tolerance for a change of the exchange
   * rate.
   */
  fits(deal: ListedDeal, row: ClosedPosition, share: number): boolean {
    const near = this.near(deal.time);
    if (!near) return false;
    const expected = movedIn(deal, row) * near.value;
    return (
      Math.abs(Number(deal.profit) - expected) <= this.rounding + Math.abs(expected) * (share + near.error)
    );
  }

  private near(time: number): PointValue | undefined {
    const at = lastIndexWhere(this.known.length, (index) => (this.known[index]?.time ?? 0) <= time);
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

/** Returns the deals between a row's times, newest first, at most `count`; `deals` are sorted oldest first. */
export function newestBetween(deals: ListedDeal[], row: ClosedPosition, count: number): ListedDeal[] {
  const end = 1 + lastIndexWhere(deals.length, (at) => (deals[at]?.time ?? 0) <= row.closeTime);
  return deals
    .slice(Math.max(0, end - count), end)
    .filter(({ time }) => time >= row.openTime)
    .reverse();
}

/** Returns rows whose closing time has exactly one free deal, with that deal. */
function lastOf(rows: ClosedPosition[], free: ListedDeal[]): { row: ClosedPosition; deal: ListedDeal }[] {
  const byTime = groupBy(free, ({ time }) => String(time));
  return rows.flatMap((row) => {
    // many deals may have the same second, so don't look through all of them
    const same = byTime.get(String(row.closeTime)) ?? [];
    const [deal] = same;
    return deal && same.length === 1 ? [{ row, deal }] : [];
  });
}
