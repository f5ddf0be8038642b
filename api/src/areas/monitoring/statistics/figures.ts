import type { Decimal } from "#api/values/decimal";
import { formatDecimal, ratio } from "#api/values/decimal";
import type { FigureKey, FigureReasons, FigureValues, Reason } from "#contract/monitoring/figures";
import type { EquitySummary } from "./equity";
import { noEquity } from "./equity";
import { sampleDeviation } from "./moments";
import type { Fall } from "./path";
import { currentFall, joinPaths, point } from "./path";
import { joinRegressions, line, regressionPoint } from "./regression";
import type { Run } from "./runs";
import { runCount } from "./runs";
import type { Summary } from "./summary";

/** What is known besides the two summaries. Money in the account's currency, time in seconds. */
export type Facts = {
  /** Balance before the first event of the period. */
  opening: Decimal;
  /** The terminal's own last word, where the period reaches to now. */
  live?: { balance: Decimal; equity: Decimal; freeMargin: Decimal } | null;
  /** Time with an open position, and the time that was watched. */
  activity?: { covered: number; monitored: number };
  views?: number;
};

export type Figures = { values: FigureValues; reasons: FigureReasons };

const tradingDays = 252;
/** The runs test says nothing about fewer trades. */
const zScoreFrom = 30;

/**
 * Every figure of the definitions' table for one period (texts in `locales/*\/monitoring.json`, units in the contract).
 * What is undefined is null and says why in `reasons`.
 */
export function figuresOf(summary: Summary, equity: EquitySummary = noEquity, facts: Facts): Figures {
  const reasons: FigureReasons = {};
  const or = <K extends FigureKey, V>(key: K, value: V | null, reason: Reason): V | null => {
    if (value === null) reasons[key] = reason;
    return value;
  };
  const { trades, wins, losses } = summary;
  const none = trades === 0;
  const net = summary.grossProfit + summary.grossLoss;
  const path = joinPaths(facts.opening > 0n ? point(facts.opening) : null, summary.balance);
  const last = path?.last ?? facts.opening;
  const live = facts.live ?? null;
  const snapshots = equity.path;
  const paidIn = facts.opening + summary.deposits;
  const hprSd = summary.returns && sampleDeviation(summary.returns);
  const sharpe = summary.returns && (hprSd === null || hprSd === 0 ? null : summary.returns.mean / hprSd);
  const noReturns: Reason = none
    ? "noTrades"
    : summary.returns === null
      ? "notPositive"
      : trades < 2
        ? "oneTrade"
        : "sameResults";
  const fitted = line(
    summary.start === null ? summary.line : joinRegressions(regressionPoint(summary.start), summary.line),
  );
  const daily = equity.returns;
  const dailySd = sampleDeviation(daily.moments);
  const maximal = path?.maximal ?? null;
  const peak = (fall: Fall | null | undefined, at: Decimal) => fallValue(fall ?? { money: 0n, peak: at });

  const values: FigureValues = {
    trades,
    wins,
    losses,
    win_rate: or("win_rate", share(wins, trades), "noTrades"),
    long_trades: summary.longTrades,
    long_won: or("long_won", share(summary.longWins, summary.longTrades), "noLongTrades"),
    short_trades: summary.shortTrades,
    short_won: or("short_won", share(summary.shortWins, summary.shortTrades), "noShortTrades"),
    gross_profit: formatDecimal(summary.grossProfit),
    gross_loss: formatDecimal(summary.grossLoss),
    net_profit: formatDecimal(net),
    profit_percent: or("profit_percent", part(net, summary.start), none ? "noTrades" : "notPositive"),
    profit_factor: or(
      "profit_factor",
      part(summary.grossProfit, -summary.grossLoss),
      none ? "noTrades" : "noLosses",
    ),
    expectancy: or("expectancy", mean(net, trades), "noTrades"),
    average_win: or("average_win", mean(summary.grossProfit, wins), "noWins"),
    average_loss: or("average_loss", mean(summary.grossLoss, losses), "noLosses"),
    best_trade: or("best_trade", text(summary.best), "noTrades"),
    worst_trade: or("worst_trade", text(summary.worst), "noTrades"),
    result_sd: or("result_sd", resultDeviation(summary, net), none ? "noTrades" : "oneTrade"),
    absolute_drawdown: or("absolute_drawdown", below(summary.start, summary.lowest), "noTrades"),
    maximal_drawdown: or("maximal_drawdown", none ? null : peak(maximal, last), "noTrades"),
    relative_drawdown: or("relative_drawdown", none ? null : peak(path?.relative, last), "noTrades"),
    current_drawdown: or("current_drawdown", path && fallValue(currentFall(path)), "noTrades"),
    equity_absolute_drawdown: or("equity_absolute_drawdown", below(equity.start, equity.lowest), "noEquity"),
    equity_maximal_drawdown: or(
      "equity_maximal_drawdown",
      snapshots && peak(snapshots.maximal, snapshots.last),
      "noEquity",
    ),
    equity_relative_drawdown: or(
      "equity_relative_drawdown",
      snapshots && peak(snapshots.relative, snapshots.last),
      "noEquity",
    ),
    equity_current_drawdown: or(
      "equity_current_drawdown",
      snapshots && fallValue(currentFall(snapshots)),
      "noEquity",
    ),
    recovery_factor: or("recovery_factor", part(net, maximal?.money ?? 0n), none ? "noTrades" : "noDrawdown"),
    ahpr: or(
      "ahpr",
      none || !summary.returns ? null : 1 + summary.returns.mean,
      none ? "noTrades" : "notPositive",
    ),
    ghpr: or(
      "ghpr",
      none || summary.growth === null ? null : finite(Math.exp(summary.growth / trades)),
      none ? "noTrades" : "notPositive",
    ),
    hpr_sd: or("hpr_sd", hprSd, noReturns),
    sharpe_per_trade: or("sharpe_per_trade", sharpe, noReturns),
    sharpe_annual: or(
      "sharpe_annual",
      annual(daily.moments.mean, dailySd),
      snapshots ? "fewDays" : "noEquity",
    ),
    sortino_annual: or(
      "sortino_annual",
      annual(daily.moments.mean, daily.moments.n < 2 ? null : Math.sqrt(daily.downside / daily.moments.n)),
      snapshots ? (daily.moments.n < 2 ? "fewDays" : "noFallingDays") : "noEquity",
    ),
    z_score: or("z_score", zScore(summary), trades < zScoreFrom ? "fewerThan30" : "oneOutcome"),
    lr_correlation: or("lr_correlation", fitted.correlation, none ? "noTrades" : "flatBalance"),
    lr_standard_error: or(
      "lr_standard_error",
      fitted.error === null ? null : fromDouble(fitted.error),
      none ? "noTrades" : "oneTrade",
    ),
    longest_win_run: or("longest_win_run", runValue(summary.runs?.wins.longest), "noWins"),
    longest_loss_run: or("longest_loss_run", runValue(summary.runs?.losses.longest), "noLosses"),
    richest_win_run: or("richest_win_run", runValue(summary.runs?.wins.richest), "noWins"),
    richest_loss_run: or("richest_loss_run", runValue(summary.runs?.losses.richest), "noLosses"),
    mean_win_run: or("mean_win_run", share(wins, summary.runs?.wins.runs ?? 0), "noWins"),
    mean_loss_run: or("mean_loss_run", share(losses, summary.runs?.losses.runs ?? 0), "noLosses"),
    growth: or("growth", none ? null : growthOf(summary.growth), none ? "noTrades" : "notPositive"),
    gain_time_weighted: or(
      "gain_time_weighted",
      none ? null : growthOf(summary.timeWeighted),
      none ? "noTrades" : "notPositive",
    ),
    absolute_gain: or("absolute_gain", none ? null : part(net, paidIn), none ? "noTrades" : "nothingPaidIn"),
    deposit_load: or("deposit_load", equity.load, "noEquity"),
    trading_activity: or("trading_activity", activity(facts), none ? "noTrades" : "noOpenings"),
    holding_seconds: or(
      "holding_seconds",
      share(summary.held.seconds, summary.held.positions),
      none ? "noTrades" : "noOpenings",
    ),
    deposits: formatDecimal(summary.deposits),
    withdrawals: formatDecimal(summary.withdrawals),
    balance: formatDecimal(live?.balance ?? last),
    equity: or("equity", text(live?.equity ?? snapshots?.last ?? null), "noEquity"),
    max_balance: formatDecimal(
      summary.highest !== null && summary.highest > facts.opening ? summary.highest : facts.opening,
    ),
    free_margin: or("free_margin", text(live?.freeMargin ?? null), "notReported"),
    views: facts.views ?? 0,
  };
  return { values, reasons };
}

/** A sum of ln(1 + r) as a fraction: 0.2554; null where a balance was not positive. */
export const growthOf = (logarithm: number | null): number | null =>
  logarithm === null ? null : finite(Math.expm1(logarithm));

const finite = (value: number) => (Number.isFinite(value) ? value : null);
const text = (money: Decimal | null) => (money === null ? null : formatDecimal(money));
const share = (some: number, all: number) => (all === 0 ? null : some / all);
const part = (some: Decimal, all: Decimal | null) => (all === null || all <= 0n ? null : ratio(some, all));
const mean = (sum: Decimal, n: number) => (n === 0 ? null : formatDecimal(rounded(sum, BigInt(n))));
const annual = (daily: number, deviation: number | null) =>
  deviation === null || deviation === 0 ? null : (daily / deviation) * Math.sqrt(tradingDays);
/** A double in `Decimal` units as money. */
const fromDouble = (value: number) => formatDecimal(BigInt(Math.round(value)));
const rounded = (sum: bigint, n: bigint) =>
  sum >= 0n ? (2n * sum + n) / (2n * n) : -((-2n * sum + n) / (2n * n));

function below(start: Decimal | null, lowest: Decimal | null): string | null {
  if (start === null || lowest === null) return null;
  return formatDecimal(lowest < start ? start - lowest : 0n);
}

const fallValue = ({ money, peak }: Fall) => ({
  money: formatDecimal(money),
  percent: money === 0n ? 0 : part(money, peak),
});
const runValue = (run: Run | null | undefined) =>
  run ? { count: run.count, money: formatDecimal(run.money) } : null;

function resultDeviation({ trades, squares }: Summary, net: Decimal): string | null {
  if (trades < 2) return null;
  const n = BigInt(trades);
  return fromDouble(Math.sqrt(ratio(n * squares - net * net, n * (n - 1n))));
}

/** The runs test: how far the number of runs is from chance; negative where wins follow wins. */
function zScore({ trades, wins, losses, runs }: Summary): number | null {
  if (trades < zScoreFrom || !runs) return null;
  const p = 2 * wins * losses;
  const variance = (p * (p - trades)) / (trades - 1);
  return variance > 0 ? (trades * (runCount(runs) - 0.5) - p) / Math.sqrt(variance) : null;
}

function activity({ activity: time }: Facts): number | null {
  return time && time.monitored > 0 ? Math.min(1, time.covered / time.monitored) : null;
}
