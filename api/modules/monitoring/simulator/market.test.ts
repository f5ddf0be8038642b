import { expect, test } from "vitest";
import { daySeconds } from "#contract/day";
import { isMarketClosed } from "#statements/time-zone";
import { positionsOf } from "./market";

/** Size of a lot: units of the first currency, ounces, dollars a point. */
const lot: Record<string, number> = {
  EURUSD: 100_000,
  GBPUSD: 100_000,
  USDJPY: 100_000,
  XAUUSD: 100,
  US500: 10,
};

const first = Date.UTC(2025, 0, 1) / 1000;
const positions = ["northwind", "nocturne"].flatMap((seed) =>
  Array.from({ length: 700 }, (_, day) => positionsOf(seed, first + day * daySeconds)).flat(),
);

test("a simulated trade earns what its prices and volume imply", () => {
  expect(positions.length).toBeGreaterThan(1_000);
  for (const { symbol, side, lots, openPrice, closePrice, profitCents } of positions) {
    const difference = (Number(closePrice) - Number(openPrice)) * (side === "buy" ? 1 : -1);
    const inQuote = difference * Number(lots) * (lot[symbol] ?? Number.NaN);
    const dollars = symbol === "USDJPY" ? inQuote / Number(closePrice) : inQuote;
    expect(Math.abs(profitCents - dollars * 100), `${symbol} ${openPrice} ${closePrice}`).toBeLessThan(0.51);
  }
});

test("a simulated trade is opened and closed while the market is open, and pays swap for each night", () => {
  for (const { openTime, closeTime, lots, swapCents } of positions) {
    expect(isMarketClosed(openTime * 1000)).toBe(false);
    expect(isMarketClosed(closeTime * 1000), new Date(closeTime * 1000).toUTCString()).toBe(false);
    const nights = Math.floor(closeTime / daySeconds) - Math.floor(openTime / daySeconds);
    expect(swapCents).toBe(0 - Math.round(nights * 120 * Number(lots)));
  }
});
