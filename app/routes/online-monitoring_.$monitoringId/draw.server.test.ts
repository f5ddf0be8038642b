import { expect, test } from "vitest";
import { symbolsOf } from "./draw.server";

const t = ((key: string, { count }: { count: number }) => `${key} ${count}`) as never;
const traded = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    symbol: `S${index}`,
    trades: 100 - index,
    winRate: 0.5,
    net: String((index % 5) - 2),
    share: 1 / count,
  }));

test("every trade is in a bar: ten symbols separately, the others together as the last", () => {
  const bars = symbolsOf({ symbols: traded(23) }, true, t);
  expect(bars).toHaveLength(11);
  expect(bars.slice(0, 10).map(({ value }) => value)).toEqual([2, 2, 1, 1, 0, 0, -1, -1, -2, -2]);
  expect(bars.at(-1)).toEqual({ label: "otherSymbols 13", value: -3 });
  const shares = symbolsOf({ symbols: traded(23) }, false, t);
  expect(shares.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(1, 12);
});

test("ten symbols have no bar of others", () => {
  expect(symbolsOf({ symbols: traded(10) }, true, t).map(({ label }) => label)).not.toContainEqual(
    expect.stringContaining("otherSymbols"),
  );
});
