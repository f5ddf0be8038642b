import { describe, expect, it } from "vitest";
import { statisticsOf } from "./statistics";
import { money, operation, trade } from "./testing";

/** A trade that closes at noon of a day, counted from 0. */
const on = (day: number, result: string) => trade(money(result), day * 24 + 12);
const history = (...trades: ReturnType<typeof on>[]) => ({
  operations: [operation(money("1000"), 0)],
  trades,
});

describe("average_drawdown, time_under_water", () => {
  it("count each fall from one peak to the next, at the ends of days", () => {
    // 1000, 900 (10 %) for two days, 1100, 1045 (5 %) for one day, 1200
    const { values } = statisticsOf(
      history(on(1, "-100"), on(3, "200"), on(4, "-55"), on(5, "155"), on(9, "0")),
    );
    expect(values.average_drawdown).toBeCloseTo(0.075, 12);
    expect(values.time_under_water).toEqual({ share: 3 / 10, longest_seconds: 2 * 86_400 });
  });

  it("ignore a fall that is recovered on the same day", () => {
    const later = { closeTime: on(1, "0").closeTime + 60_000, ticket: "2", position: "2" };
    const { values, reasons } = statisticsOf(history(on(1, "-100"), { ...on(1, "100"), ...later }));
    expect(values.time_under_water).toEqual({ share: 0, longest_seconds: 0 });
    expect(values.average_drawdown).toBeNull();
    expect(reasons.average_drawdown).toBe("noDrawdown");
  });

  it("end a fall when money comes in", () => {
    const { values } = statisticsOf({
      operations: [operation(money("1000"), 0), operation(money("500"), 3 * 24)],
      trades: [on(1, "-100"), on(7, "10")],
    });
    expect(values.time_under_water).toEqual({ share: 2 / 8, longest_seconds: 2 * 86_400 });
    expect(values.average_drawdown).toBeCloseTo(0.1, 12);
  });

  it("extend to the last known day", () => {
    const { values } = statisticsOf(history(on(1, "-100")), null, {
      span: { first: operation(0n, 0).time, last: operation(0n, 9 * 24 + 3).time },
    });
    expect(values.time_under_water).toEqual({ share: 9 / 10, longest_seconds: 9 * 86_400 });
  });

  it("have no percentage if the starting balance is unknown, and a time all the same", () => {
    const { values, reasons } = statisticsOf({ operations: [], trades: [on(1, "-100"), on(2, "10")] });
    expect(values.average_drawdown).toBeNull();
    expect(reasons.average_drawdown).toBe("noOpening");
    expect(values.time_under_water).toEqual({ share: 1, longest_seconds: 2 * 86_400 });
    expect(values).toMatchObject({ opening: null, balance: null, max_balance: null });
  });
});
