import { describe, expect, it } from "vitest";
import { statisticsOf } from "./statistics";
import { money, operation, trade } from "./testing";

const minute = 60_000;
/** Deposit of 1,000; a position opens, a deposit of 2,500 follows in the fifth hour, the position closes at +60. */
const operations = [operation(money("1000"), 0), operation(money("2500"), 5)];
const position = trade(money("60"), 9, { openTime: operation(0n, 1).time });
const snapshot = (time: number, equity: string, credit = "0") => ({
  time,
  balance: money("1000"),
  equity: money(equity),
  margin: 0n,
  freeMargin: 0n,
  credit: money(credit),
});
const flowAt = operation(0n, 5).time;
const growthWith = (...snapshots: ReturnType<typeof snapshot>[]) =>
  statisticsOf({ operations, trades: [position], snapshots }).values.growth;

describe("growth", () => {
  it("uses the equity at a deposit if it is known: 3.16 % with +20 floating", () => {
    expect(growthWith(snapshot(flowAt - minute, "1020"))?.toFixed(4)).toBe("0.0316");
  });

  it("uses the balance if the equity is unknown, or no longer valid: 1.71 %", () => {
    expect(growthWith()?.toFixed(4)).toBe("0.0171");
    expect(growthWith(snapshot(flowAt - 6 * minute, "1020"))?.toFixed(4)).toBe("0.0171");
  });

  it("does not count credit as growth", () => {
    expect(growthWith(snapshot(flowAt - minute, "1520", "500"))?.toFixed(4)).toBe("0.0316");
  });

  it("ignores a floating result from before a trade was closed", () => {
    const closed = trade(money("20"), 4, {
      ticket: "7",
      position: "7",
      closeTime: flowAt - minute / 2,
    });
    const { growth } = statisticsOf({
      operations,
      trades: [closed, position],
      snapshots: [snapshot(flowAt - minute, "1020")],
    }).values;
    expect(growth).toBeCloseTo(1.02 * (3580 / 3520) - 1, 12);
  });

  it("is undefined if the equity was at or below zero at a withdrawal", () => {
    const { values, reasons } = statisticsOf({
      operations,
      trades: [position],
      snapshots: [snapshot(flowAt - minute, "-1")],
    });
    expect(values.growth).toBeNull();
    expect(reasons.growth).toBe("notPositive");
  });
});

describe("equity_absolute_drawdown", () => {
  it("does not count a withdrawal as a loss, and finds a loss after a deposit", () => {
    const snapshotAt = (number: number, equity: string) => snapshot(operation(0n, number).time, equity);
    const trades = [trade(money("60"), 1)];
    const drawdownAfter = (amount: string, ...equities: string[]) =>
      statisticsOf({
        operations: [operation(money("1000"), 0), operation(money(amount), 3)],
        trades,
        snapshots: equities.map((equity, index) => snapshotAt(index + 2, equity)),
      }).values.equity_absolute_drawdown;
    expect(drawdownAfter("-900", "1060", "160", "170")).toBe("0.00");
    expect(drawdownAfter("5000", "1060", "6060", "3100")).toBe("2960.00");
  });
});

describe("sharpe_annual, sortino_annual", () => {
  const monday = Date.UTC(2026, 0, 5, 22);
  const snapshotAt = (day: number, equity: number) => snapshot(monday + day * 86_400_000, String(equity));
  const watched = (...equities: [day: number, equity: number][]) =>
    statisticsOf({
      operations: [operation(money("1000"), 0)],
      trades: [],
      snapshots: equities.map(([day, equity]) => snapshotAt(day, equity)),
    });

  it("leave out the return across more than five weekdays, and report how many they left out", () => {
    const { values } = watched([0, 1000], [1, 1010], [11, 900], [14, 910], [22, 920]);
    expect(values).toMatchObject({ daily_returns: 3, daily_returns_left_out: 1 });
  });

  it("are undefined if the equity was at or below zero", () => {
    const equities = Array.from({ length: 60 }, (_, day): [number, number] => [
      day,
      day === 30 ? 0 : 1000 + day,
    ]);
    const { values, reasons } = watched(...equities);
    expect(values.sharpe_annual).toBeNull();
    expect(reasons).toMatchObject({ sharpe_annual: "notPositive", sortino_annual: "notPositive" });
  });
});
