import type { FigureKey, FigureReasons, FigureValues, Reason } from "#contract/monitoring/figures";
import type { Decimal } from "#statements/decimal";
import { ratio } from "#statements/decimal";
import type { EquitySummary } from "./equity";
import { noEquity } from "./equity";
import { sampleDeviation } from "./moments";
import { moneyTexts } from "./money-texts";
import type { Fall } from "./path";
import { currentFall, joinPaths, point, relativeFall } from "./path";
import { joinRegressions, line, regressionPoint } from "./regression";
import { zScore, zScoreFrom } from "./runs";
import type { Summary } from "./summary";
import { netOf } from "./summary";

/** What is known besides the two summaries. Money in the account's currency, time in seconds. */
export type Facts = {
  /** Balance before the first event of the period. */
  opening: Decimal;
  /** The period ends before the history begins: nothing is known of its balances. */
  isBefore?: boolean;
  /** The terminal's own last word, where the period reaches to now. */
  live?: { balance: Decimal; equity: Decimal; freeMargin: Decimal } | null;
  /** Time with an open position, and the time that was watched. */
  activity?: { covered: number; monitored: number };
  views?: number;
  /** Decimals of the account's currency (`placesOf`), 2 where it is not known. */
  places?: number;
};

export type Figures = {
  values: FigureValues;
  reasons: FigureReasons;
  /** What version 1.0 of the formulas said, where that was something else. */
  before: FigureValues;
};

const tradingDays = 252;
/** A year's Sharpe and Sortino ratio say nothing from fewer daily returns. */
const dailyReturnsFrom = 30;

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
  const net = netOf(summary);
  const { text, mean, fromDouble, below, fallValue, runValue } = moneyTexts(facts.places ?? 2);
  const known = (key: FigureKey, balance: Decimal) =>
    or(key, facts.isBefore ? null : text(balance), "notBegun");
  // traded with nothing: what the account began with is not known, so no share of a balance is either
  const hasNoOpening =
    facts.opening <= 0n && !summary.startsAfterFlow && summary.start !== null && summary.start <= 0n;
  const notPositive: Reason = hasNoOpening ? "noOpening" : "notPositive";
  const begun = facts.opening !== 0n || hasNoOpening ? point(facts.opening) : null;
  const path = joinPaths(begun, summary.balance);
  const last = path?.last ?? facts.opening;
  const live = facts.live ?? null;
  const snapshots = equity.path;
  const watched = equity.isOne ? null : snapshots;
  const notWatched: Reason = snapshots ? "oneEquity" : "noEquity";
  const paidIn = facts.opening + summary.deposits;
  const hprSd = summary.returns && sampleDeviation(summary.returns);
  const sharpe = summary.returns && (hprSd === null || hprSd === 0 ? null : summary.returns.mean / hprSd);
  const noReturns: Reason = none
    ? "noTrades"
    : summary.returns === null
      ? notPositive
      : trades < 2
        ? "oneTrade"
        : "sameResults";
  const fitted = line(joinRegressions(regressionPoint(0n), summary.line, 0n));
  const daily = equity.returns;
  const hasDays = daily.moments.n >= dailyReturnsFrom;
  const dailySd = hasDays ? sampleDeviation(daily.moments) : null;
  const maximal = path?.maximal ?? null;
  const peak = (fall: Fall | null | undefined, at: Decimal) => fallValue(fall ?? { money: 0n, peak: at });
  const inMoney = <F extends { percent: number | null }>(fall: F): F =>
    hasNoOpening ? { ...fall, percent: null } : fall;

  const values: FigureValues = {
    trades,
    wins,
    losses,
    win_rate: or("win_rate", share(wins, trades), "noTrades"),
    long_trades: summary.longTrades,
    long_won: or("long_won", share(summary.longWins, summary.longTrades), "noLongTrades"),
    short_trades: summary.shortTrades,
    short_won: or("short_won", share(summary.shortWins, summary.shortTrades), "noShortTrades"),
    gross_profit: text(summary.grossProfit),
    gross_loss: text(summary.grossLoss),
    net_profit: text(net),
    profit_percent: or("profit_percent", part(net, summary.start), none ? "noTrades" : notPositive),
    profit_factor: or(
      "profit_factor",
      part(summary.grossProfit, -summary.grossLoss),
      none ? "noTrades" : "noLosses",
    ),
    expectancy: or("expectancy", mean(summary.grossProfit + summary.grossLoss, trades), "noTrades"),
    average_win: or("average_win", mean(summary.grossProfit, wins), "noWins"),
    average_loss: or("average_loss", mean(summary.grossLoss, losses), "noLosses"),
    best_trade: or("best_trade", text(summary.best), "noTrades"),
    worst_trade: or("worst_trade", text(summary.worst), "noTrades"),
    result_sd: or("result_sd", fromDouble(resultDeviation(summary)), none ? "noTrades" : "oneTrade"),
    absolute_drawdown: or("absolute_drawdown", none ? null : text(-summary.lowestResult), "noTrades"),
    maximal_drawdown: or("maximal_drawdown", none ? null : inMoney(peak(maximal, last)), "noTrades"),
    relative_drawdown: or(
      "relative_drawdown",
      none || hasNoOpening ? null : peak(path && relativeFall(path), last),
      none ? "noTrades" : "noOpening",
    ),
    current_drawdown: or("current_drawdown", path && inMoney(fallValue(currentFall(path))), "noTrades"),
    equity_absolute_drawdown: or(
      "equity_absolute_drawdown",
      watched && below(equity.start, equity.lowest),
      notWatched,
    ),
    equity_maximal_drawdown: or(
      "equity_maximal_drawdown",
      watched && peak(watched.maximal, watched.last),
      notWatched,
    ),
    equity_relative_drawdown: or(
      "equity_relative_drawdown",
      watched && peak(relativeFall(watched), watched.last),
      notWatched,
    ),
    equity_current_drawdown: or(
      "equity_current_drawdown",
      watched && fallValue(currentFall(watched)),
      notWatched,
    ),
    recovery_factor: or("recovery_factor", part(net, maximal?.money ?? 0n), none ? "noTrades" : "noDrawdown"),
    ahpr: or(
      "ahpr",
      none || !summary.returns ? null : 1 + summary.returns.mean,
      none ? "noTrades" : notPositive,
    ),
    ghpr: or(
      "ghpr",
      none || summary.traded === null ? null : finite(Math.exp(summary.traded / trades)),
      none ? "noTrades" : notPositive,
    ),
    hpr_sd: or("hpr_sd", hprSd, noReturns),
    sharpe_per_trade: or("sharpe_per_trade", sharpe, noReturns),
    sharpe_annual: or(
      "sharpe_annual",
      annual(daily.moments.mean, dailySd),
      snapshots ? (hasDays ? "sameResults" : "fewDays") : "noEquity",
    ),
    sortino_annual: or(
      "sortino_annual",
      annual(daily.moments.mean, hasDays ? Math.sqrt(daily.downside / daily.moments.n) : null),
      snapshots ? (hasDays ? "noFallingDays" : "fewDays") : "noEquity",
    ),
    z_score: or(
      "z_score",
      zScore(summary, wins + losses),
      wins + losses < zScoreFrom ? "fewerThan30" : "oneOutcome",
    ),
    // two points always lie on a line
    lr_correlation: or(
      "lr_correlation",
      trades < 2 ? null : fitted.correlation,
      none ? "noTrades" : trades < 2 ? "oneTrade" : "flatBalance",
    ),
    lr_standard_error: or("lr_standard_error", fromDouble(fitted.error), none ? "noTrades" : "oneTrade"),
    longest_win_run: or("longest_win_run", runValue(summary.runs?.wins.longest), "noWins"),
    longest_loss_run: or("longest_loss_run", runValue(summary.runs?.losses.longest), "noLosses"),
    richest_win_run: or("richest_win_run", runValue(summary.runs?.wins.richest), "noWins"),
    richest_loss_run: or("richest_loss_run", runValue(summary.runs?.losses.richest), "noLosses"),
    mean_win_run: or("mean_win_run", share(wins, summary.runs?.wins.runs ?? 0), "noWins"),
    mean_loss_run: or("mean_loss_run", share(losses, summary.runs?.losses.runs ?? 0), "noLosses"),
    growth: or("growth", none ? null : growthOf(summary.growth), none ? "noTrades" : notPositive),
    gain_time_weighted: or(
      "gain_time_weighted",
      none ? null : growthOf(summary.timeWeighted),
      none ? "noTrades" : notPositive,
    ),
    absolute_gain: or(
      "absolute_gain",
      none ? null : part(net, paidIn),
      none ? "noTrades" : hasNoOpening ? "noOpening" : "nothingPaidIn",
    ),
    deposit_load: or("deposit_load", equity.load, "noEquity"),
    trading_activity: or("trading_activity", activity(facts), none ? "noTrades" : "noOpenings"),
    holding_seconds: or(
      "holding_seconds",
      share(summary.held.seconds, summary.held.positions),
      none ? "noTrades" : "noOpenings",
    ),
    deposits: text(summary.deposits),
    withdrawals: text(summary.withdrawals),
    opening: known("opening", facts.opening),
    balance: known("balance", live?.balance ?? last),
    equity: or("equity", text(live?.equity ?? snapshots?.last ?? null), "noEquity"),
    max_balance: known(
      "max_balance",
      summary.highest !== null && summary.highest > facts.opening ? summary.highest : facts.opening,
    ),
    free_margin: or("free_margin", text(live?.freeMargin ?? null), "notReported"),
    views: facts.views ?? 0,
  };
  const traded = summary.grossProfit + summary.grossLoss;
  const before: FigureValues = {
    z_score: zScore(summary, trades),
    net_profit: text(traded),
    absolute_gain: none ? null : part(traded, paidIn),
  };
  return { values, reasons, before: differing(before, values) };
}

function differing(before: FigureValues, values: FigureValues): FigureValues {
  const entries = Object.entries(before).filter(([key, value]) => value !== values[key as FigureKey]);
  return Object.fromEntries(entries);
}

/** A sum of ln(1 + r) as a fraction: 0.2554; null where a balance was not positive. */
export const growthOf = (logarithm: number | null): number | null =>
  logarithm === null ? null : finite(Math.expm1(logarithm));

const finite = (value: number) => (Number.isFinite(value) ? value : null);
const share = (some: number, all: number) => (all === 0 ? null : some / all);
const part = (some: Decimal, all: Decimal | null) => (all === null || all <= 0n ? null : ratio(some, all));
const annual = (daily: number, deviation: number | null) =>
  deviation === null || deviation === 0 ? null : (daily / deviation) * Math.sqrt(tradingDays);

/** The results' sample deviation, a double in `Decimal` units. */
function resultDeviation({ trades, squares, grossProfit, grossLoss }: Summary): number | null {
  if (trades < 2) return null;
  const n = BigInt(trades);
  const sum = grossProfit + grossLoss;
  return Math.sqrt(ratio(n * squares - sum * sum, n * (n - 1n)));
}

function activity({ activity: time }: Facts): number | null {
  return time && time.monitored > 0 ? Math.min(1, time.covered / time.monitored) : null;
}
