import { createHash } from "node:crypto";
import { boundedCache } from "#api/lib/cache";
import { daySeconds } from "#contract/day";

const hour = 3600;

/**
 * `lot` is the size of one lot: units, ounces, dollars a point; `move` is the price step that is worth about the same
 * for each symbol.
 */
const symbols = [
  { symbol: "EURUSD", price: 1.1, digits: 5, move: 0.0019, lot: 100_000, isInDollars: true },
  { symbol: "XAUUSD", price: 2400, digits: 2, move: 1.9, lot: 100, isInDollars: true },
  { symbol: "GBPUSD", price: 1.28, digits: 5, move: 0.0019, lot: 100_000, isInDollars: true },
  { symbol: "US500", price: 5600, digits: 1, move: 19, lot: 10, isInDollars: true },
  { symbol: "USDJPY", price: 151, digits: 3, move: 0.287, lot: 100_000, isInDollars: false },
] as const;
/** The market closes at 17:00 in New York on Fridays; invented traders stop before. */
const fridayEnds = 20.5 * hour;

/** One position of the invented trader, from its opening to its close; money in cents, times in epoch seconds. */
export type InventedPosition = {
  ticket: number;
  symbol: string;
  side: "buy" | "sell";
  lots: string;
  openTime: number;
  closeTime: number;
  openPrice: string;
  closePrice: string;
  commissionCents: number;
  swapCents: number;
  profitCents: number;
};

/** Returns a random generator seeded by words, so that a history can be reproduced at any time, from any day on. */
function chance(...seeds: (string | number)[]): () => number {
  let bytes = createHash("sha256").update(seeds.join(" ")).digest();
  let offset = 0;
  return () => {
    if (offset > bytes.length - 4) [bytes, offset] = [createHash("sha256").update(bytes).digest(), 0];
    offset += 4;
    return bytes.readUInt32BE(offset - 4) / 2 ** 32;
  };
}

/** Returns a roughly normal random number with mean 0 and standard deviation 1. */
const normal = (next: () => number) =>
  next() +
  next() +
  next() +
  next() +
  next() +
  next() +
  next() +
  next() +
  next() +
  next() +
  next() +
  next() -
  6;

const weekday = (time: number) => new Date(time * 1000).getUTCDay();

const positionCache = boundedCache<InventedPosition[]>({ name: "invented days", maxBytes: 8 * 2 ** 20 });

/** Returns the positions opened on the UTC day that begins at `start`; none on weekends. */
export function positionsOf(seed: string, start: number): InventedPosition[] {
  const name = `${seed} ${start}`;
  const found = positionCache.get(name) ?? invent(seed, start);
  positionCache.set(name, found);
  return found;
}

function invent(seed: string, start: number): InventedPosition[] {
  if ([0, 6].includes(weekday(start))) return [];
  const lastClose = weekday(start) === 5 ? start + fridayEnds : Number.POSITIVE_INFINITY;
  const next = chance(seed, start);
  const number = Math.floor(next() * 4) + (next() < 0.15 ? 3 : 0);
  const calm = 0.6 + Math.abs(Math.sin(start / daySeconds / 23));
  return Array.from({ length: number }, (_, index): InventedPosition => {
    const { symbol, price, digits, move, lot, isInDollars } =
      symbols[Math.floor(next() ** 1.6 * symbols.length)] ?? symbols[0];
    const side = next() < 0.55 ? "buy" : "sell";
    const openTime = start + 7 * hour + Math.floor(next() * 10 * hour);
    const closeTime = Math.min(lastClose, openTime + Math.floor(600 + next() ** 2 * 20 * hour));
    const nights = Math.floor(closeTime / daySeconds) - Math.floor(openTime / daySeconds);
    const result = 0.12 + normal(next) * calm;
    const lots = 1 + Math.floor(next() * 5);
    const direction = side === "buy" ? 1 : -1;
    const open = price * (1 + 0.04 * Math.sin(start / daySeconds / 41) + 0.002 * normal(next));
    const openPrice = open.toFixed(digits);
    const closePrice = (open + direction * result * move).toFixed(digits);
    // the volume is in tenths of a lot, and a dollar has 100 cents
    const quoteProfit = direction * (Number(closePrice) - Number(openPrice)) * lot * lots * 10;
    return {
      ticket: Math.floor(start / daySeconds) * 100 + index * 2 + 10,
      symbol,
      side,
      lots: (lots / 10).toFixed(1),
      openTime,
      closeTime,
      openPrice,
      closePrice,
      commissionCents: -35 * lots,
      swapCents: 0 - 12 * nights * lots,
      profitCents: Math.round(isInDollars ? quoteProfit : quoteProfit / Number(closePrice)),
    };
  });
}

/** Returns the floating result of an open position in cents at a moment: it fluctuates towards the final result. */
export function floatingCents(seed: string, position: InventedPosition, time: number): number {
  const { ticket, openTime, closeTime, profitCents, lots } = position;
  const progress = Math.min(1, Math.max(0, (time - openTime) / (closeTime - openTime)));
  const wander = Math.sin(progress * Math.PI) * normal(chance(seed, ticket, Math.floor(time / 60)));
  return Math.round(profitCents * progress + wander * 900 * Number(lots));
}
