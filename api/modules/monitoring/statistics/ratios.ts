import type { Decimal } from "#statements/decimal";
import { ratio } from "#statements/decimal";
import type { Summary } from "./summary";

const tradingDays = 252;

/** Converts a sum of ln(1 + r) to a fraction: 0.2554; null if a balance was not positive. */
export const growthOf = (logarithm: number | null): number | null =>
  logarithm === null ? null : finite(Math.expm1(logarithm));

/** Minimum number of days for a yearly growth. */
const yearlyFrom = 90;
const daysOfYear = 365.25;

/** Returns the growth of a span as a yearly rate; null for less than 90 days. */
export const yearly = (growth: number, days: number) =>
  days < yearlyFrom ? null : finite((1 + growth) ** (daysOfYear / days) - 1);

export const finite = (value: number) => (Number.isFinite(value) ? value : null);
export const share = (some: number, all: number) => (all === 0 ? null : some / all);
/** Returns covered seconds / monitored seconds, at most 1. */
export const shareOfTime = (time?: { covered: number; monitored: number }): number | null =>
  time && time.monitored > 0 ? Math.min(1, time.covered / time.monitored) : null;
export const part = (some: Decimal, all: Decimal | null) =>
  all === null || all <= 0n ? null : ratio(some, all);
export const annual = (daily: number, deviation: number | null) =>
  deviation === null || deviation === 0 ? null : (daily / deviation) * Math.sqrt(tradingDays);

/** Returns the sample standard deviation of the results, a double in `Decimal` units. */
export function resultDeviation({ trades, squares, grossProfit, grossLoss }: Summary): number | null {
  if (trades < 2) return null;
  const n = BigInt(trades);
  const sum = grossProfit + grossLoss;
  return Math.sqrt(ratio(n * squares - sum * sum, n * (n - 1n)));
}
