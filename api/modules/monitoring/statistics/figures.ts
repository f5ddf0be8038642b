import { dayMilliseconds } from "#contract/day";
import type { FigureKey, FigureReasons, FigureValues, Reason } from "#contract/monitoring/figures";
import type { Decimal } from "#statements/decimal";
import { dayNumber, timeUnderWater, underwaterOf } from "./day-ends";
import type { Fall } from "./drawdown-path";
import { currentFall, joinPaths, point, relativeFall } from "./drawdown-path";
import type { EquitySummary } from "./equity";
import { noEquity } from "./equity";
import type { FigureInputs, Figures } from "./figure-inputs";
import { sampleDeviation } from "./moments";
import { moneyTexts } from "./money-texts";
import { annual, finite, growthOf, part, resultDeviation, share, shareOfTime, yearly } from "./ratios";
import { joinRegressions, line, regressionPoint } from "./regression";
import { zScore, zScoreFrom } from "./runs";
import type { Summary } from "./summary";
import { netOf } from "./summary";
import { valuesBefore } from "./version-1-0";

/** With fewer daily returns, a yearly Sharpe and Sortino ratio are meaningless. */
const dailyReturnsFrom = 30;

/**
 * Returns every figure of the definitions' table for one period (texts in `locales/*\/monitoring.json`, units in the
 * contract). Undefined figures are null with a reason in `reasons`.
 */
export function figuresOf(summary: Summary, equity: EquitySummary = noEquity, inputs: FigureInputs): Figures {
  const reasons: FigureReasons = {};
  const or = <K extends FigureKey, V>(key: K, value: V | null, reason: Reason): V | null => {
    if (value === null) reasons[key] = reason;
    return value;
  };
  const { trades, wins, losses } = summary;
  const none = trades === 0;
  const net = netOf(summary);
  const { text, mean, fromDouble, below, fallValue, runValue } = moneyTexts(inputs.places ?? 2);
  // traded on a zero balance: the opening is unknown, so shares of a balance are too
  const hasNoOpening =
    inputs.isOpeningUnknown ??
    (inputs.opening <= 0n && !summary.startsAfterFlow && summary.start !== null && summary.start <= 0n);
  const live = inputs.live ?? null;
  const isKnown = !inputs.isBefore && !inputs.isEmpty && (!hasNoOpening || live !== null);
  const balanceFigure = (key: FigureKey, balance: Decimal) =>
    or(key, isKnown ? text(balance) : null, inputs.isBefore ? "notBegun" : "noOpening");
  const notPositive: Reason = hasNoOpening ? "noOpening" : "notPositive";
  const ofBalance = <V>(value: V): V | null => (hasNoOpening ? null : value);
  const returns = ofBalance(summary.returns);
  const growth = trades === 0 ? null : ofBalance(growthOf(summary.growth));
  const begun = inputs.opening !== 0n || hasNoOpening ? point(inputs.opening) : null;
  const path = joinPaths(begun, summary.balance);
  const last = path?.last ?? inputs.opening;
  const snapshots = equity.path;
  const watched = equity.isOne ? null : snapshots;
  const notWatched: Reason = snapshots ? "oneEquity" : "noEquity";
  const paidIn = inputs.opening + summary.deposits;
  const hprSd = returns && sampleDeviation(returns);
  const sharpe = returns && (hprSd === null || hprSd === 0 ? null : returns.mean / hprSd);
  const noReturns: Reason = none
    ? "noTrades"
    : returns === null
      ? notPositive
      : trades < 2
        ? "oneTrade"
        : "sameResults";
  const fitted = line(joinRegressions(regressionPoint(0n), summary.line, 0n));
  const daily = equity.returns;
  const hasDays = daily.moments.n >= dailyReturnsFrom && !daily.isRuined;
  const noRatio = (flat: Reason): Reason =>
    !snapshots ? "noEquity" : daily.isRuined ? "notPositive" : hasDays ? flat : "fewDays";
  const dailySd = hasDays ? sampleDeviation(daily.moments) : null;
  const maximal = path?.maximal ?? null;
  const peak = (fall: Fall | null | undefined, at: Decimal) => fallValue(fall ?? { money: 0n, peak: at });
  const inMoney = <F extends { percent: number | null }>(fall: F): F =>
    hasNoOpening ? { ...fall, percent: null } : fall;

  const span = inputs.span ?? null;
  const days = span ? (span.last - span.first) / dayMilliseconds : 0;
  const cagr = growth === null ? null : yearly(growth, days);
  const firstDay = span && dayNumber(span.first);
  const lastDay = span ? dayNumber(span.last) : (summary.dayEnds.at(-1)?.[0] ?? 0);
  const water = underwaterOf(summary.dayEnds, begun && inputs.opening, lastDay);
  const deepest = peak(path && relativeFall(path), last).percent;

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
    profit_percent: or(
      "profit_percent",
      none ? null : ofBalance(part(net, summary.start)),
      none ? "noTrades" : notPositive,
    ),
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
    average_drawdown: or(
      "average_drawdown",
      none ? null : ofBalance(water.depth),
      none ? "noTrades" : water.falls === 0 && !hasNoOpening ? "noDrawdown" : notPositive,
    ),
    time_under_water: or(
      "time_under_water",
      none || firstDay === null ? null : timeUnderWater(water, lastDay - firstDay + 1),
      "noTrades",
    ),
    current_drawdown: or("current_drawdown", path && inMoney(fallValue(currentFall(path))), "noTrades"),
    equity_absolute_drawdown: or(
      "equity_absolute_drawdown",
      watched && below(equity.flowless.first, equity.flowless.lowest),
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
    recovery_factor: or(
      "recovery_factor",
      none ? null : part(net, maximal?.money ?? 0n),
      none ? "noTrades" : "noDrawdown",
    ),
    ahpr: or("ahpr", none || !returns ? null : 1 + returns.mean, none ? "noTrades" : notPositive),
    ghpr: or(
      "ghpr",
      none || hasNoOpening || summary.traded === null ? null : finite(Math.exp(summary.traded / trades)),
      none ? "noTrades" : notPositive,
    ),
    hpr_sd: or("hpr_sd", hprSd, noReturns),
    sharpe_per_trade: or("sharpe_per_trade", sharpe, noReturns),
    sharpe_annual: or("sharpe_annual", annual(daily.moments.mean, dailySd), noRatio("sameResults")),
    sortino_annual: or(
      "sortino_annual",
      annual(daily.moments.mean, hasDays ? Math.sqrt(daily.downside / daily.moments.n) : null),
      noRatio("noFallingDays"),
    ),
    daily_returns: or("daily_returns", snapshots && daily.moments.n, "noEquity"),
    daily_returns_left_out: or("daily_returns_left_out", snapshots && daily.leftOut, "noEquity"),
    z_score: or(
      "z_score",
      zScore(summary, wins + losses),
      wins + losses < zScoreFrom ? "fewerThan30" : "oneOutcome",
    ),
    // two points always lie on a straight line
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
    growth: or("growth", growth, none ? "noTrades" : notPositive),
    gain_time_weighted: or("gain_time_weighted", growth, none ? "noTrades" : notPositive),
    gain_per_trade_compounded: or(
      "gain_per_trade_compounded",
      none ? null : ofBalance(growthOf(summary.timeWeighted)),
      none ? "noTrades" : notPositive,
    ),
    cagr: or("cagr", cagr, none ? "noTrades" : growth === null ? notPositive : "shortHistory"),
    calmar: or(
      "calmar",
      cagr === null || !deepest ? null : cagr / deepest,
      none ? "noTrades" : cagr !== null ? "noDrawdown" : growth === null ? notPositive : "shortHistory",
    ),
    absolute_gain: or(
      "absolute_gain",
      none ? null : ofBalance(part(net, paidIn)),
      none ? "noTrades" : hasNoOpening ? "noOpening" : "nothingPaidIn",
    ),
    deposit_load: or("deposit_load", equity.load, "noEquity"),
    trading_activity: or("trading_activity", shareOfTime(inputs.activity), none ? "noTrades" : "noOpenings"),
    holding_seconds: or(
      "holding_seconds",
      share(summary.held.seconds, summary.held.positions),
      none ? "noTrades" : "noOpenings",
    ),
    deposits: text(summary.deposits),
    withdrawals: text(summary.withdrawals),
    opening: balanceFigure("opening", inputs.opening),
    balance: balanceFigure("balance", live?.balance ?? last + (inputs.openCosts ?? 0n)),
    equity: or("equity", text(live?.equity ?? snapshots?.last ?? null), "noEquity"),
    max_balance: balanceFigure(
      "max_balance",
      summary.highest !== null && summary.highest > inputs.opening ? summary.highest : inputs.opening,
    ),
    free_margin: or("free_margin", text(live?.freeMargin ?? null), "notReported"),
    views: inputs.views ?? 0,
  };
  const { all, atEquity } = summary.flows;
  const growthFlows = { equity: atEquity, balance: all - atEquity };
  return { values, reasons, before: valuesBefore(summary, values, { paidIn, text }), growthFlows };
}
