import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { money } from "#api/modules/monitoring/statistics/testing";
import { tradesOf } from "./trades";
import type { Deal } from "./types";
import { resultOf } from "./types";

const deal = (
  ticket: string,
  entry: Deal["entry"],
  type: Deal["type"],
  volume: string,
  more: Partial<Deal> = {},
): Deal => ({
  ticket,
  position: "7",
  time: Number(ticket) * 1000,
  type,
  entry,
  symbol: "EURUSD",
  volume: money(volume),
  price: money("1.1"),
  commission: 0n,
  fee: 0n,
  swap: 0n,
  profit: 0n,
  ...more,
});

describe("trades of a position", () => {
  it("share the costs of a reversing deal between what it closes and what it opens, by volume", () => {
    const trades = tradesOf([
      deal("1", "in", "buy", "1", { commission: money("-3") }),
      deal("2", "inout", "sell", "2", { profit: money("494"), commission: money("-6") }),
      deal("3", "out", "buy", "1", { profit: money("-100"), commission: money("-3") }),
    ]);
    expect(trades.map(resultOf)).toEqual([money("488"), money("-106")]);
  });

  it("are one per close and share the opening costs by volume", () => {
    const trades = tradesOf([
      deal("1", "in", "buy", "1", { commission: money("-10") }),
      deal("2", "out", "sell", "0.4", { profit: money("8"), commission: money("-1") }),
      deal("3", "out", "sell", "0.6", { profit: money("-2"), swap: money("-0.1") }),
    ]);
    expect(trades.map(({ ticket, side, final, openTime }) => [ticket, side, final, openTime])).toEqual([
      ["2", "long", false, 1000],
      ["3", "long", true, 1000],
    ]);
    expect(trades.map(({ commission }) => commission)).toEqual([money("-5"), money("-6")]);
  });

  it("use the mean price of a position that grew", () => {
    const [trade] = tradesOf([
      deal("1", "in", "sell", "1", { price: money("2") }),
      deal("2", "in", "sell", "3", { price: money("1") }),
      deal("3", "out", "buy", "4"),
    ]);
    expect(trade).toMatchObject({ side: "short", openPrice: money("1.25"), openTime: 1000, final: true });
  });

  it("are split when a position is reversed", () => {
    const trades = tradesOf([
      deal("1", "in", "buy", "1"),
      deal("2", "inout", "sell", "3", { profit: money("5") }),
      deal("3", "out", "buy", "2", { profit: money("-1") }),
    ]);
    expect(trades.map(({ side, volume, openTime }) => [side, volume, openTime])).toEqual([
      ["long", money("1"), 1000],
      ["short", money("2"), 2000],
    ]);
  });

  it("include the remainder of an order that an opposite one closed", () => {
    const rest = deal("3", "out", "buy", "0", { profit: money("-0.4"), swap: money("-0.1") });
    const trades = tradesOf([
      rest,
      deal("1", "in", "buy", "1"),
      deal("3", "out", "sell", "1", { profit: money("8") }),
    ]);
    expect(trades).toHaveLength(1);
    expect(trades.map(resultOf)).toEqual([money("7.5")]);
    // without its trade, which is not known yet, it stays a trade itself
    expect(tradesOf([rest]).map(resultOf)).toEqual([money("-0.5")]);
  });

  it("include a close whose opening never arrived", () => {
    expect(tradesOf([deal("5", "out", "sell", "1", { profit: money("3") })])).toMatchObject([
      { side: "long", openTime: null, openPrice: null, final: true, profit: money("3") },
    ]);
  });

  it("lose no money and do not depend on the order", () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(fc.integer({ min: 1, max: 50 }), fc.bigInt({ min: -(10n ** 10n), max: 10n ** 10n })),
          { minLength: 1, maxLength: 8 },
        ),
        (closes) => {
          const total = closes.reduce((sum, [lots]) => sum + lots, 0);
          const deals = [
            deal("1", "in", "buy", String(total), { commission: -1_234_567_891n, fee: -7n }),
            ...closes.map(([lots, profit], index) =>
              deal(String(index + 2), "out", "sell", String(lots), { profit }),
            ),
          ];
          const trades = tradesOf(deals.toReversed());
          expect(trades.reduce((sum, item) => sum + resultOf(item), 0n)).toBe(
            deals.reduce((sum, item) => sum + item.profit + item.commission + item.fee, 0n),
          );
          expect(trades.filter(({ final }) => final)).toHaveLength(1);
          expect(trades).toEqual(tradesOf(deals));
        },
      ),
    ));
});
