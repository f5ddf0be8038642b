import fc from "fast-check";
import { expect, it } from "vitest";
import { drillSize } from "#api/testing/drill-size";
import { assignPositions } from "./mt5-assign";
import type { ClosedPosition, ListedDeal } from "./mt5-positions";

const lot = 100_000_000n;
const cent = 1_000_000n;
/** Profit per lot and unit of price, in the account's currency. */
const contract = 100_000n;
const price = fc.integer({ min: 109_000, max: 111_000 }).map((points) => BigInt(points) * 1_000n);
const part = fc.record({
  volume: fc.integer({ min: 1, max: 5 }).map((size) => BigInt(size) * cent),
  price,
  after: fc.integer({ min: 0, max: 30 }),
});
const position = fc.record({
  side: fc.constantFrom("long" as const, "short" as const),
  opened: fc.integer({ min: 0, max: 20 }),
  price,
  parts: fc.array(part, { minLength: 1, maxLength: 3 }),
});
type Generated = typeof position extends fc.Arbitrary<infer P> ? P : never;

const rounded = (value: bigint) => ((value + (value < 0n ? -cent : cent) / 2n) / cent) * cent;
const sum = (values: bigint[]) => values.reduce((all, value) => all + value, 0n);

/** Returns a report's deals and its table of positions, summed up as by a terminal. */
function reported(positions: Generated[]): { deals: ListedDeal[]; closed: ClosedPosition[] } {
  const nothing = { commission: 0n, fee: 0n, swap: 0n, profit: 0n, symbol: "EURUSD" };
  const written = positions.map(({ side, opened, price, parts }, index) => {
    const order = String(1_000 + index);
    const [opens, closes] = side === "long" ? (["buy", "sell"] as const) : (["sell", "buy"] as const);
    const volume = sum(parts.map((one) => one.volume));
    const outs = parts.map((one): Omit<ListedDeal, "ticket" | "order"> => {
      const moved = side === "long" ? one.price - price : price - one.price;
      const profit = rounded((moved * one.volume * contract) / lot);
      return { ...nothing, ...one, profit, time: opened + one.after, type: closes, entry: "out" };
    });
    const last = outs.reduce((late, one) => (one.time >= late.time ? one : late));
    const row: ClosedPosition = {
      position: order,
      symbol: "EURUSD",
      side,
      openTime: opened,
      openPrice: price,
      closeTime: last.time,
      closePrice: last.price ?? 0n,
      volume,
      opened: volume,
      profit: sum(outs.map((one) => one.profit)),
      commission: 0n,
      swap: 0n,
      stopLoss: null,
      takeProfit: null,
    };
    const entry = {
      ...nothing,
      ticket: order,
      order,
      time: opened,
      type: opens,
      entry: "in" as const,
      volume,
      price,
    };
    return { row, entry, outs };
  });
  const outs = written
    .flatMap(({ outs }) => outs)
    .map(
      (deal, index): ListedDeal => ({ ...deal, ticket: String(5_000 + index), order: String(5_000 + index) }),
    );
  return { deals: [...written.map(({ entry }) => entry), ...outs], closed: written.map(({ row }) => row) };
}

it("deals close the positions named in the table, whatever was closed in parts", () =>
  fc.assert(
    fc.property(fc.array(position, { minLength: 1, maxLength: 8 }), (positions) => {
      const { deals, closed } = reported(positions);
      const { trades, open, notClosed } = assignPositions(deals, {
        closed,
        open: new Set(),
        isHedge: true,
        isNetting: false,
      });
      expect({ open, notClosed }).toEqual({ open: 0, notClosed: 0 });
      for (const row of closed) {
        const rowTrades = trades.filter((trade) => trade.position === row.position);
        expect(sum(rowTrades.map(({ volume }) => volume))).toBe(row.volume);
        expect(sum(rowTrades.map(({ profit }) => profit))).toBe(row.profit);
        expect(rowTrades.at(-1)?.closeTime).toBe(row.closeTime);
        expect(rowTrades.every(({ openPrice }) => openPrice === row.openPrice)).toBe(true);
      }
    }),
    { numRuns: drillSize({ daily: 60, nightly: 300 }) },
  ));
