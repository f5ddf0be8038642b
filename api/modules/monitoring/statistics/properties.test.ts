import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drillSize } from "#api/testing/drill-size";
import { figureKeys } from "#contract/monitoring/figures";
import { formatDecimal } from "#statements/decimal";
import { isBookedApart } from "#statements/kinds";
import { noEquity } from "./equity";
import { changeOf, compareEvents, eventsOf, withRunningBalance } from "./event-order";
import { figuresOf } from "./figures";
import { equityFrom, summaryFrom, toJson } from "./serialize";
import { daysOf, joinDays, statisticsOf, summaryOf } from "./statistics";
import { join, netOf, noSummary } from "./summary";
import { anyHistory, money, operation } from "./testing";

const close = (a: unknown, b: unknown): boolean => {
  if (typeof a === "number" && typeof b === "number")
    return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));
  if (a && b && typeof a === "object")
    return Object.entries(a).every(([key, value]) => close(value, (b as Record<string, unknown>)[key]));
  return a === b;
};
const expectSame = (a: object, b: object) => {
  for (const [key, value] of Object.entries(a)) {
    const other = (b as Record<string, unknown>)[key];
    if (!close(value, other)) expect({ [key]: value }).toEqual({ [key]: other });
  }
};

const cents = fc.integer({ min: -30_000, max: 400_000 }).map((value) => BigInt(value) * 1_000_000n);
const abs = (value: bigint) => (value < 0n ? -value : value);

describe("properties of the statistics", () => {
  it("do not depend on the order in which a history arrives", () =>
    fc.assert(
      fc.property(
        anyHistory,
        fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
        (history, chance) => {
          const shuffled = {
            ...history,
            trades: history.trades
              .map((item) => ({ item, by: chance.next().value }))
              .sort((a, b) => a.by - b.by)
              .map(({ item }) => item),
          };
          expect(statisticsOf(shuffled)).toEqual(statisticsOf(history));
        },
      ),
    ));

  it("stay the same however a history is split, and after being written and read", () =>
    fc.assert(
      fc.property(anyHistory, fc.array(fc.nat(70), { maxLength: 4 }), (history, cuts) => {
        const summaries = withRunningBalance(eventsOf(history.trades, history.operations), 0n).map(summaryOf);
        const bounds = [
          0,
          ...cuts.filter((cut) => cut < summaries.length).sort((a, b) => a - b),
          summaries.length,
        ];
        const intervals = bounds
          .slice(1)
          .map((end, index) => summaries.slice(bounds[index], end).reduce(join, noSummary));
        const restored = intervals.map((interval) => summaryFrom(toJson(interval))).reduce(join, noSummary);
        const total = summaries.reduce(join, noSummary);
        expectSame(
          figuresOf(total, undefined, { opening: 0n }).values,
          figuresOf(restored, undefined, { opening: 0n }).values,
        );
        const { summary, equity } = joinDays(daysOf(history, 0n));
        expectSame(
          figuresOf(total, undefined, { opening: 0n }).values,
          figuresOf(summary, equityFrom(toJson(equity)), { opening: 0n }).values,
        );
      }),
    ));

  it("keep every ratio when all money is ten times as much", () =>
    fc.assert(
      fc.property(anyHistory, (history) => {
        const scaled = {
          trades: history.trades.map((item) => ({ ...item, profit: item.profit * 10n })),
          operations: history.operations.map((item) => ({ ...item, amount: item.amount * 10n })),
        };
        const [one, ten] = [statisticsOf(history).values, statisticsOf(scaled).values];
        expectSame({ ...one, ...ratios(one) }, { ...one, ...ratios(ten) });
        expect(Number(ten.net_profit)).toBeCloseTo(Number(one.net_profit) * 10, 6);
      }),
    ));

  it("account for every unit of money: deposits - withdrawals + corrections + net = balance", () =>
    fc.assert(
      fc.property(anyHistory, (history) => {
        const { summary } = joinDays(daysOf(history, 0n));
        const net = netOf(summary);
        expect(summary.balance?.last).toBe(
          summary.deposits - summary.withdrawals + summary.corrections + net,
        );
      }),
    ));

  it("never count a cash flow as a result", () =>
    fc.assert(
      fc.property(anyHistory, (history) => {
        const trades = history.trades.length;
        const richer = statisticsOf({
          ...history,
          operations: [...history.operations, operation(money("77777"), 5000)],
        }).values;
        const plain = statisticsOf(history).values;
        for (const key of [
          "net_profit",
          "trades",
          "profit_factor",
          "growth",
          "maximal_drawdown",
          "expectancy",
          "result_sd",
        ] as const)
          expect(richer[key]).toEqual(plain[key]);
        expect(plain.trades).toBe(trades);
      }),
    ));

  it("never give NaN or Infinity, and give a reason for every null", () =>
    fc.assert(
      fc.property(anyHistory, (history) => {
        const { values, reasons } = statisticsOf(history);
        for (const key of figureKeys) {
          expect(values[key]).not.toBe(undefined);
          expect(values[key] === null).toBe(key in reasons);
          expect(JSON.stringify(values[key])).not.toMatch(/NaN|Infinity/);
          if (typeof values[key] === "number") expect(values[key]).toSatisfy(Number.isFinite);
        }
      }),
    ));

  it("give the drawdowns of a plain walk, below zero too", () =>
    fc.assert(
      fc.property(anyHistory, (history) => {
        let [balance, peak, worst] = [0n, 0n, 0n];
        let deepest = { money: 0n, peak: 1n };
        for (const event of eventsOf(history.trades, history.operations).sort(compareEvents)) {
          if ("operation" in event && event.operation.type === "credit") continue;
          balance += changeOf(event);
          if (balance > peak || ("operation" in event && !isBookedApart(event.operation.type)))
            peak = balance;
          const money = peak - balance;
          if (money > worst) worst = money;
          if (peak > 0n && money * deepest.peak > deepest.money * peak) deepest = { money, peak };
        }
        const { values } = statisticsOf(history);
        if (!values.trades) return;
        expect(values.maximal_drawdown?.money).toBe(formatDecimal(worst));
        expect(values.current_drawdown?.money).toBe(formatDecimal(peak - balance));
        expect(values.relative_drawdown?.percent).toBe(Number(deepest.money) / Number(deepest.peak));
      }),
      { numRuns: drillSize({ daily: 100, nightly: 1000 }) },
    ));

  it("do not depend on where midnight lies", () =>
    fc.assert(
      fc.property(anyHistory, fc.integer({ min: -86_400_000, max: 86_400_000 }), (history, shift) => {
        const moved = {
          ...history,
          trades: history.trades.map((item) => ({
            ...item,
            openTime: (item.openTime ?? 0) + shift,
            closeTime: item.closeTime + shift,
          })),
          operations: history.operations.map((item) => ({ ...item, time: item.time + shift })),
        };
        // these two use UTC days by definition
        const { average_drawdown: _, time_under_water: __, ...values } = statisticsOf(history).values;
        expectSame(values, statisticsOf(moved).values);
      }),
      { numRuns: drillSize({ daily: 100, nightly: 1000 }) },
    ));

  it("give the same equity drawdowns wherever midnight lies, below zero and between two posts too", () =>
    fc.assert(
      fc.property(
        fc.array(fc.tuple(cents, cents, cents, fc.integer({ min: 1, max: 300 })), {
          minLength: 1,
          maxLength: 60,
        }),
        fc.array(fc.tuple(fc.nat(9_000), cents), { maxLength: 4 }),
        fc.integer({ min: -1440, max: 1440 }),
        (points, flows, shift) => {
          const figures = (moved: number) => {
            const timeAt = (minutes: number) => Date.UTC(2026, 0, 5) + (minutes + moved) * 60_000;
            let minutes = 0;
            const snapshots = points.map(([equity, below, above, later]) => {
              minutes += later;
              const [low, high] = [equity - abs(below), equity + abs(above)];
              const rest = { balance: equity, margin: 0n, freeMargin: equity, credit: 0n };
              return { ...rest, time: timeAt(minutes), equity, equityLow: low, equityHigh: high };
            });
            const operations = flows.map(([when, amount], index) => ({
              ...operation(amount, 0),
              ticket: String(3000 + index),
              time: timeAt(when) + 1,
            }));
            const { values } = statisticsOf({ trades: [], operations, snapshots });
            return Object.fromEntries(
              figureKeys.filter((key) => key.startsWith("equity_")).map((key) => [key, values[key]]),
            );
          };
          expect(figures(shift)).toEqual(figures(0));
        },
      ),
      { numRuns: drillSize({ daily: 100, nightly: 1000 }) },
    ));

  it("hide a day's close from the previous version, and read what that version wrote", () => {
    const day = Date.UTC(2026, 0, 5);
    const snapshotAt = (time: number, equity: string) => ({
      time,
      balance: money("1000"),
      equity: money(equity),
      margin: 0n,
      freeMargin: 0n,
      credit: 0n,
    });
    const history = {
      trades: [],
      operations: [operation(money("1000"), -1)],
      snapshots: [snapshotAt(day, "1000")],
    };
    const [first] = daysOf(history, 0n).slice(-1);
    expect(JSON.parse(toJson(first?.equity ?? noEquity)).returns).toMatchObject({
      firstClose: null,
      lastClose: null,
      head: "0n",
    });
    const old = {
      head: "0n",
      tail: "5n",
      firstClose: "7n",
      lastClose: "9n",
      moments: { n: 1, mean: 0.1, m2: 0 },
      downside: 0,
    };
    const { flowless: _, ...known } = noEquity;
    const { returns } = equityFrom(JSON.stringify({ ...known, returns: old }));
    expect(returns).toMatchObject({ first: { last: 7n }, rest: { last: 9n, after: 5n }, moments: { n: 1 } });
  });
});

function ratios(values: object) {
  const entries: [string, unknown][] = [];
  for (const [key, value] of Object.entries(values)) {
    if (typeof value === "number") entries.push([key, value]);
    else if (value && typeof value === "object" && "percent" in value)
      entries.push([key, { percent: value.percent }]);
  }
  return Object.fromEntries(entries);
}
