import { bench, describe } from "vitest";
import { figuresOf } from "#api/monitoring/statistics/figures";
import type { Trade } from "#api/monitoring/statistics/history";
import { daysOf, joinDays } from "#api/monitoring/statistics/statistics";

/** What figures cost against the length of a history: all of it anew, and the way a page takes, from days that are summed up. */

const hour = 3_600_000;
const start = Date.UTC(2024, 0, 1);

function history(length: number) {
  const trades = Array.from({ length }, (_, index): Trade => {
    const closeTime = start + Math.floor((index * 365 * 24 * hour) / length);
    const amounts = {
      profit: BigInt(((index * 7919) % 20_000) - 9_500) * 1_000_000n,
      swap: 0n,
      commission: -3_500_000n,
      fee: 0n,
      taxes: 0n,
    };
    const place = {
      ticket: String(index + 2),
      position: String(index + 2),
      symbol: "EURUSD",
      side: "long" as const,
      final: true,
    };
    return {
      ...place,
      ...amounts,
      volume: 10_000_000n,
      openTime: closeTime - hour,
      closeTime,
      openPrice: null,
      closePrice: null,
    };
  });
  const operations = [{ ticket: "1", time: start, type: "balance" as const, amount: 10_000_00000000n }];
  return { trades, operations, snapshots: [] };
}

for (const length of [1_000, 10_000, 100_000]) {
  const whole = history(length);
  const days = daysOf(whole, 0n);
  describe(`${length} trades of a year`, () => {
    bench("from days, as a page does", () => {
      const { summary, equity } = joinDays(days);
      figuresOf(summary, equity, { opening: 0n });
    });
    bench("all trades anew", () => void daysOf(whole, 0n), { iterations: 3, time: 200 });
  });
}
