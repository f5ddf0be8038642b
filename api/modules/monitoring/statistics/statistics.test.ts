import { describe, expect, it } from "vitest";
import { placesOf } from "#contract/monitoring/currency";
import { formatDecimal } from "#statements/decimal";
import { eventsOf, withRunningBalance } from "./event-order";
import type { EquitySnapshot } from "./history";
import { daysOf, growthByMonth, joinDays, openingOf, statisticsOf, summaryOf } from "./statistics";
import { money, operation, trade, trading } from "./testing";

const article =
  "-17.08 -41.00 147.80 -159.96 216.97 98.30 -87.74 -27.84 12.34 48.14 -60.91 10.63 -125.42 -27.81 88.03 32.93 54.82 -160.10 -83.37 118.40 145.65 48.44 77.39 57.48 67.75 -127.10 -70.18 -127.61 31.31 -12.55";
const published = trading("500", article.split(" "));

describe("published numbers", () => {
  it("match 'Mathematics in trading' (mql5.com, article 1492) to the last digit", () => {
    const { values, reasons } = statisticsOf(published);
    expect(values).toMatchObject({
      trades: 30,
      expectancy: "4.26",
      result_sd: "96.71",
      balance: "627.71",
      net_profit: "127.71",
    });
    expect(values.profit_percent?.toFixed(4)).toBe("0.2554");
    expect(values.absolute_gain?.toFixed(4)).toBe("0.2554");
    expect(values.growth?.toFixed(4)).toBe("0.2554");
    expect(values.ahpr?.toFixed(4)).toBe("1.0217");
    expect(values.hpr_sd?.toFixed(5)).toBe("0.17607");
    // the article's 0.1232 comes from rounded inputs: 0.0217 / 0.17607
    expect(values.sharpe_per_trade?.toFixed(4)).toBe("0.1231");
    expect(reasons).not.toHaveProperty("z_score");
  });

  it("match the article's returns of single trades", () => {
    const returns = withRunningBalance(eventsOf(published.trades, published.operations), 0n).flatMap(
      (event) => ("placed" in event ? [1 + (summaryOf(event).returns?.mean ?? Number.NaN)] : []),
    );
    expect([1, 3, 5, 30].map((number) => returns[number - 1]?.toFixed(4))).toEqual([
      "0.9658",
      "1.3344",
      "1.5049",
      "0.9804",
    ]);
  });

  it("match MetaTrader's drawdown example", () => {
    const { values } = statisticsOf(trading("5000", ["1000", "-2000", "4000", "-2500"]));
    expect(values.absolute_drawdown).toBe("1000.00");
    expect(values.maximal_drawdown).toEqual({ money: "2500.00", percent: 0.3125 });
    expect(values.relative_drawdown?.percent?.toFixed(3)).toBe("0.333");
    expect(values.relative_drawdown?.money).toBe("2000.00");
    expect(values.current_drawdown).toEqual({ money: "2500.00", percent: 0.3125 });
  });

  it("match the compound growth of years on signal pages (mql5.com, forum 171651)", () => {
    const months = [2.3813, 6.6789, 0.2089].map((gain, year) => ({
      month: `${2024 + year}-01`,
      growth: Math.log1p(gain),
    }));
    const total = months.reduce((sum, { growth }) => sum + growth, 0);
    // the years are published with two decimals: their exact product is 3038.87, and the published total is 3038.8
    expect(Math.expm1(total) * 100).toBeGreaterThan(3038.8);
    expect(Math.expm1(total) * 100).toBeLessThan(3038.9);
    expect(growthByMonth(months).years.map(({ growth }) => growth?.toFixed(4))).toEqual([
      "2.3813",
      "6.6789",
      "0.2089",
    ]);
  });
});

/** The published formula, over `n` trades. */
function zScore(n: number, wins: number, losses: number, runs: number): number {
  const p = 2 * wins * losses;
  return (n * (runs - 0.5) - p) / Math.sqrt((p * (p - n)) / (n - 1));
}

describe("definitions", () => {
  it("a zero result is a trade that is neither won nor lost and breaks no run", () => {
    const { values } = statisticsOf(trading("100", ["1", "2", "0", "3", "-1"]));
    expect(values).toMatchObject({
      trades: 5,
      wins: 3,
      losses: 1,
      win_rate: 0.6,
      longest_win_run: { count: 3, money: "6.00" },
    });
  });

  it("zero results are left out of the Z-score: out of N, R and P", () => {
    const results = Array.from({ length: 40 }, (_, index) => (index % 20 < 10 ? "5" : "-4"));
    const zeros = results.flatMap((result, index) => (index % 4 ? [result] : [result, "0"]));
    const [plain, mixed] = [results, zeros].map((list) => statisticsOf(trading("1000", list)));
    expect(plain?.values.z_score).toBeCloseTo(zScore(40, 20, 20, 4), 12);
    expect(mixed?.values.z_score).toBe(plain?.values.z_score);
    // the values of version 1.0 stay available
    expect(mixed?.before.z_score).toBeCloseTo(zScore(50, 20, 20, 4), 12);
    expect(plain?.before).toEqual({});
    const few = statisticsOf(trading("1000", [...results.slice(0, 29), ...Array(9).fill("0")]));
    expect(few).toMatchObject({ values: { z_score: null }, reasons: { z_score: "fewerThan30" } });
  });

  it("one trade has no correlation: two points always lie on a line", () => {
    const { values, reasons } = statisticsOf(trading("100", ["10"]));
    expect(values.lr_correlation).toBe(null);
    expect(reasons.lr_correlation).toBe("oneTrade");
  });

  it("a fall below zero is measured from the peak above it, not from a smaller one inside", () => {
    const { values } = statisticsOf(trading("1000", ["-999", "-301", "301", "-301"]));
    expect(values.relative_drawdown).toEqual({ money: "1300.00", percent: 1.3 });
  });

  it("interest, dividends, commission, charges and taxes booked separately are results that are not trades", () => {
    const history = trading("1000", ["100"]);
    const kinds = ["interest", "dividend", "commission", "charge", "tax"] as const;
    for (const [index, kind] of kinds.entries())
      history.operations.push(operation(money("-10"), 2 + index, kind));
    const { values, before } = statisticsOf(history);
    expect(values).toMatchObject({
      trades: 1,
      net_profit: "50.00",
      gross_profit: "100.00",
      gross_loss: "0.00",
      deposits: "1000.00",
      withdrawals: "0.00",
      absolute_gain: 0.05,
      balance: "1050.00",
      maximal_drawdown: { money: "50.00", percent: 50 / 1100 },
    });
    expect(values.growth).toBeCloseTo(0.05, 12);
    expect(values.gain_time_weighted).toBeCloseTo(0.05, 2);
    expect(before).toMatchObject({ net_profit: "100.00", absolute_gain: 0.1 });
  });

  it("yen have no decimals", () => {
    const { values } = statisticsOf(trading("100000", ["1500", "-500"]), null, { places: placesOf("JPY") });
    expect(values).toMatchObject({
      net_profit: "1000",
      balance: "101000",
      maximal_drawdown: { money: "500" },
    });
    expect([placesOf("USD"), placesOf("USC"), placesOf(null), placesOf("KWD"), placesOf("BTC")]).toEqual([
      2, 2, 2, 3, 8,
    ]);
  });

  it("a mean of yen has hundredths", () => {
    const { values } = statisticsOf(trading("100000", ["1500", "-500", "-333"]), null, {
      places: placesOf("JPY"),
    });
    expect(values).toMatchObject({ average_loss: "-416.50", gross_loss: "-833" });
  });

  it("profit, swap, commission, fee and taxes are added up", () => {
    const costs = {
      swap: money("-0.5"),
      commission: money("-3.5"),
      fee: money("-0.25"),
      taxes: money("-0.75"),
    };
    const { values } = statisticsOf({
      operations: [operation(money("100"), 0)],
      trades: [trade(money("5"), 1, costs)],
    });
    expect(values).toMatchObject({ net_profit: "0.00", wins: 0, losses: 0, profit_factor: null });
  });

  it("the longest run is distinguished from the richest", () => {
    const { values } = statisticsOf(trading("100", ["1", "1", "1", "-1", "9", "-2", "-7", "-1"]));
    expect(values).toMatchObject({
      longest_win_run: { count: 3, money: "3.00" },
      richest_win_run: { count: 1, money: "9.00" },
    });
    expect(values).toMatchObject({
      longest_loss_run: { count: 3, money: "-10.00" },
      mean_win_run: 2,
      mean_loss_run: 2,
    });
  });

  it("the worst drawdown stays at a cash flow and the peak restarts", () => {
    const history = trading("1000", ["-300"]);
    history.operations.push(operation(money("-500"), 2), operation(money("1000"), 4));
    history.trades.push(trade(money("-100"), 3), trade(money("-200"), 5));
    const { values } = statisticsOf(history);
    // 1000 → 700 | withdrawal to 200 → 100 | 1100 → 900: the withdrawal itself is not a drawdown
    expect(values.maximal_drawdown).toEqual({ money: "300.00", percent: 0.3 });
    expect(values.relative_drawdown).toEqual({ money: "100.00", percent: 0.5 });
    expect(values.current_drawdown?.percent?.toFixed(4)).toBe("0.1818");
    expect(values).toMatchObject({ deposits: "2000.00", withdrawals: "500.00" });
    // growth: 0.7 × 0.5 × 0.8181…
    expect(values.growth?.toFixed(6)).toBe((0.7 * 0.5 * (900 / 1100) - 1).toFixed(6));
    expect(values.absolute_gain).toBe(-0.3);
  });

  it("a credit is not part of the balance", () => {
    const history = trading("1000", ["100"]);
    history.operations.push(operation(money("500"), 2, "credit"), operation(money("-10"), 3, "correction"));
    expect(statisticsOf(history).values).toMatchObject({
      balance: "1090.00",
      deposits: "1000.00",
      withdrawals: "0.00",
    });
  });

  it("a trade is weighted by the balance when it was opened", () => {
    const late = { openTime: trade(0n, 1).closeTime - 60_000 };
    const { values } = statisticsOf({
      operations: [operation(money("1000"), 0)],
      trades: [trade(money("1000"), 1), trade(money("500"), 2, late)],
    });
    expect(values.gain_per_trade_compounded).toBeCloseTo(2 * 1.5 - 1, 12);
    expect(values.gain_time_weighted).toBe(values.growth);
    expect(values.growth).toBeCloseTo(2 * 1.25 - 1, 12);
  });

  it("overlapping positions gain no more than the account", () => {
    const opened = { openTime: trade(0n, 1).closeTime - 60_000 };
    const { values } = statisticsOf({
      operations: [operation(money("1000"), 0)],
      trades: [1, 2, 3, 4, 5].map((at) => trade(money("100"), at, opened)),
    });
    expect(values.gain_time_weighted).toBeCloseTo(0.5, 12);
    expect(values.gain_per_trade_compounded).toBeCloseTo(1.1 ** 5 - 1, 12);
  });

  it("annual growth is given from 90 days on, with its ratio to the drawdown", () => {
    const history = trading("1000", ["200", "-100"]);
    const spanOfDays = (days: number) => ({ first: 0, last: days * 86_400_000 });
    const { values } = statisticsOf(history, null, { span: spanOfDays(730.5) });
    expect(values.cagr).toBeCloseTo(Math.sqrt(1.1) - 1, 12);
    expect(values.calmar).toBeCloseTo((Math.sqrt(1.1) - 1) / (100 / 1200), 12);
    const short = statisticsOf(history, null, { span: spanOfDays(89) });
    expect(short.values.cagr).toBeNull();
    expect(short.reasons).toMatchObject({ cagr: "shortHistory", calmar: "shortHistory" });
  });

  it("the regression runs through the starting balance and every balance after it", () => {
    const { values } = statisticsOf(trading("100", ["10", "10", "10"]));
    expect(values).toMatchObject({ lr_correlation: 1, lr_standard_error: "0.00" });
    const article = statisticsOf(published).values;
    expect(article.lr_correlation?.toFixed(4)).toBe("0.4858");
    expect(article.lr_standard_error).toBe("112.21");
  });

  it("an undefined figure has a reason instead of 0, NaN or Infinity", () => {
    expect(statisticsOf({ trades: [], operations: [] }).reasons).toMatchObject({
      profit_factor: "noTrades",
      equity: "noEquity",
    });
    const winner = statisticsOf(trading("100", ["5"]));
    expect(winner.values).toMatchObject({
      profit_factor: null,
      recovery_factor: null,
      sharpe_per_trade: null,
      z_score: null,
    });
    expect(winner.reasons).toMatchObject({
      profit_factor: "noLosses",
      recovery_factor: "noDrawdown",
      sharpe_per_trade: "oneTrade",
      z_score: "fewerThan30",
      average_loss: "noLosses",
    });
    const ruined = statisticsOf(trading("100", ["-150", "60"]));
    expect(ruined.values).toMatchObject({ growth: null, ahpr: null, ghpr: null, balance: "10.00" });
    expect(ruined.reasons).toMatchObject({ growth: "notPositive", ahpr: "notPositive" });
  });

  it("a history that begins in the middle grows from the earlier balance, with a top-up too", () => {
    const history = trading("50", ["100"]);
    const { values } = statisticsOf(history, money("5150"));
    // 5,000 topped up to 5,050, with 100 earned on it
    expect(values.growth).toBeCloseTo(100 / 5050, 12);
    expect(values.growth?.toFixed(4)).toBe("0.0198");
    expect(values).toMatchObject({
      opening: "5000.00",
      deposits: "50.00",
      balance: "5150.00",
      net_profit: "100.00",
    });
    expect(values.absolute_gain).toBeCloseTo(100 / 5050, 12);
  });

  it("a missing beginning is derived from the balance that the terminal reports", () => {
    const { trades } = published;
    expect(formatDecimal(openingOf({ trades, operations: [] }, money("627.71")))).toBe("500.00");
    expect(statisticsOf({ trades, operations: [] }, money("627.71")).values).toMatchObject({
      balance: "627.71",
      deposits: "0.00",
    });
    expect(statisticsOf({ trades, operations: [] }, money("627.71")).values.growth?.toFixed(4)).toBe(
      "0.2554",
    );
  });

  it("holding time and activity are measured from the openings", () => {
    const { values } = statisticsOf(trading("100", ["1", "1", "1", "1"]));
    expect(values.holding_seconds).toBe(1800);
    expect(values.trading_activity).toBe(0.5);
  });
});

describe("equity figures", () => {
  const day = 86_400_000;
  const monday = Date.UTC(2026, 0, 5);
  const snapshot = (index: number, equity: string, margin = "0"): EquitySnapshot => ({
    time: monday + index * day,
    balance: money("1000"),
    equity: money(equity),
    margin: money(margin),
    freeMargin: money(equity),
    credit: 0n,
  });

  it("include the equity drawdown and the load", () => {
    const snapshots = [
      snapshot(0, "1000"),
      snapshot(1, "1100", "220"),
      snapshot(2, "990"),
      snapshot(3, "1089"),
    ];
    const { values } = statisticsOf({ trades: [], operations: [operation(money("1000"), 0)], snapshots });
    expect(values.equity_maximal_drawdown).toEqual({ money: "110.00", percent: 0.1 });
    expect(values.equity_current_drawdown).toEqual({ money: "11.00", percent: 0.01 });
    expect(values.deposit_load).toBe(0.2);
  });

  describe("annual Sharpe and Sortino ratio", () => {
    /** Weekdays with these returns, starting at 1,000; `paid` is deposited after the close of a day, or in the middle of it. */
    const watched = (returns: number[], paid: { amount: number; day: number; isInDay?: boolean }) => {
      const times = Array.from({ length: 7 * returns.length }, (_, index) => monday + index * day);
      const weekdays = times.filter((time) => ![0, 6].includes(new Date(time).getUTCDay()));
      const snapshotAt = (time: number, equity: number) => ({
        ...snapshot(0, equity.toFixed(8)),
        time,
      });
      const snapshots: EquitySnapshot[] = [snapshotAt(monday, 1000)];
      const operations = [operation(money("1000"), -1)];
      let equity = 1000;
      for (const [index, dayReturn] of returns.entries()) {
        const time = weekdays[index + 1] ?? 0;
        if (index === paid.day && paid.isInDay) {
          // half of the day's growth before the deposit, half after
          equity *= Math.sqrt(1 + dayReturn);
          snapshots.push(snapshotAt(time, equity));
        }
        if (index === paid.day) {
          operations.push({
            ...operation(money(String(paid.amount)), 0),
            ticket: "paid",
            time: time + (paid.isInDay ? 1 : -1),
          });
          equity += paid.amount;
        }
        equity *= index === paid.day && paid.isInDay ? Math.sqrt(1 + dayReturn) : 1 + dayReturn;
        snapshots.push(snapshotAt(time + (paid.isInDay ? 2 : 0), equity));
      }
      return statisticsOf({ trades: [], operations, snapshots });
    };
    const returns = Array(6).fill([0.01, -0.005, 0.012, 0.004, -0.003]).flat();

    it.each([
      ["before a day", { amount: 99_000, day: 2 }],
      ["in the middle of a day", { amount: 99_000, day: 2, isInDay: true }],
    ])("do not count money that comes in %s as a return", (_, paid) => {
      const { values } = watched(returns, paid);
      expect(values.sharpe_annual).toBeCloseTo(8.299, 3);
      expect(values.sortino_annual).toBeCloseTo(21.915, 3);
    });

    it("need 30 daily returns", () => {
      const { values, reasons } = watched(returns.slice(0, 29), { amount: 0, day: 99 });
      expect([values.sharpe_annual, values.sortino_annual]).toEqual([null, null]);
      expect([reasons.sharpe_annual, reasons.sortino_annual]).toEqual(["fewDays", "fewDays"]);
    });
  });

  describe("figures with cash flows", () => {
    it("the absolute drawdown is the deepest fall below the paid-in sum", () => {
      const flow = (amount: string, hour: number) => ({
        ...operation(money(amount), hour),
        ticket: `f${hour}`,
      });
      const { trades } = trading("1000", ["100", "10"]);
      const [first, second] = trades;
      if (!first || !second) throw new Error("two trades");
      const later = { ...second, closeTime: second.closeTime + 86_400_000 };
      const between = (amount: string) => ({ ...flow(amount, 1), time: first.closeTime + 60_000 });
      const drawdown = (opening: string, result: string, paid: string) =>
        statisticsOf({
          trades: [first, { ...later, profit: money(result) }],
          operations: [{ ...flow(opening, 0), time: first.closeTime - 86_400_000 }, between(paid)],
        }).values.absolute_drawdown;
      expect(drawdown("10000", "10", "-9000")).toBe("0.00");
      expect(drawdown("1000", "-3000", "5000")).toBe("2900.00");
    });

    it("without a starting balance there are no percentages of a balance, and falls are in money", () => {
      const { trades } = trading("1000", ["-120.25", "-88.50", "-101", "-97.75", "-95"]);
      const { values, reasons } = statisticsOf({ trades, operations: [] });
      expect(values.maximal_drawdown).toEqual({ money: "502.50", percent: null });
      expect([values.relative_drawdown, reasons.relative_drawdown]).toEqual([null, "noOpening"]);
      expect([values.growth, reasons.growth]).toEqual([null, "noOpening"]);
      const known = statisticsOf({ trades, operations: [] }, null, { opening: money("1000") });
      expect(known.values.relative_drawdown).toEqual({ money: "502.50", percent: 0.5025 });
      const two = statisticsOf({ trades: trading("1", ["4.76", "-10.40"]).trades, operations: [] });
      expect(two.values.maximal_drawdown).toEqual({ money: "10.40", percent: null });
    });

    it("interest is left out of the expectancy", () => {
      const { trades, operations } = trading("1000", ["10", "-4"]);
      const interest = { ...operation(money("-60"), 500), type: "interest" as const, ticket: "i" };
      const { values } = statisticsOf({ trades, operations: [...operations, interest] });
      expect([values.expectancy, values.profit_factor]).toEqual(["3.00", 2.5]);
    });

    it("a deposit is not a success in the LR correlation", () => {
      const { trades, operations } = trading("1000", Array(12).fill("-50"));
      const deposits = trades.map(({ closeTime }, index) => ({
        ...operation(money("100"), 0),
        ticket: `d${index}`,
        time: closeTime + 1,
      }));
      const { values } = statisticsOf({ trades, operations: [...operations, ...deposits] });
      expect(values.lr_correlation).toBeCloseTo(-1, 12);
      expect(values.lr_standard_error).toBe("0.00");
    });
  });

  it("equity extremes between two snapshots count, and uncertain falls do not", () => {
    const between = (low: string, high: string, equity: string) => ({
      ...snapshot(1, equity),
      equityLow: money(low),
      equityHigh: money(high),
    });
    const drawdown = (next: EquitySnapshot) =>
      statisticsOf({
        trades: [],
        operations: [operation(money("1000"), 0)],
        snapshots: [snapshot(0, "1000"), next],
      }).values.equity_maximal_drawdown?.money;
    expect(drawdown(between("900", "1010", "1005"))).toBe("100.00");
    expect(drawdown(between("995", "1200", "1150"))).toBe("50.00");
    // whether 900 came after 1100 is unknown: 100 and 50 are certain, 200 is not
    expect(drawdown(between("900", "1100", "1050"))).toBe("100.00");
    expect(drawdown(snapshot(1, "990"))).toBe("10.00");
  });

  it("a deposit is not a gain, a withdrawal not a fall, a weekend not a day", () => {
    const operations = [operation(money("1000"), 0), operation(money("-400"), 30)];
    const snapshots = [
      snapshot(0, "1000"),
      snapshot(1, "1000"),
      snapshot(2, "600"),
      snapshot(5, "700"),
      snapshot(7, "660"),
    ];
    const { values } = statisticsOf({ trades: [], operations, snapshots });
    expect(values.equity_maximal_drawdown?.money).toBe("40.00");
    const { moments } = joinDays(daysOf({ trades: [], operations, snapshots }, 0n)).equity.returns;
    // Tuesday, Wednesday, and Monday with the change of the weekend
    expect(moments.n).toBe(3);
    expect(moments.mean).toBeCloseTo(0.1 / 3, 12);
  });
});
