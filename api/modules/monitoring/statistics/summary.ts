import type { Decimal } from "#statements/decimal";
import { ratio } from "#statements/decimal";
import { isBookedApart } from "#statements/kinds";
import type { Trade } from "#statements/types";
import { resultOf } from "#statements/types";
import type { DayEnd } from "./day-ends";
import { dayEndOf, joinDayEnds } from "./day-ends";
import type { Path } from "./drawdown-path";
import { joinPaths, point, restart } from "./drawdown-path";
import type { Flows } from "./flows";
import { growthAtFlow, joinFlows, noFlows } from "./flows";
import type { Operation } from "./history";
import type { Moments } from "./moments";
import { joinMoments, momentOf, noMoments } from "./moments";
import type { Regression } from "./regression";
import { joinRegressions, noRegression, regressionPoint } from "./regression";
import type { Runs } from "./runs";
import { joinRuns, runOf } from "./runs";
import type { TradeSources } from "./trade-sources";
import { combineTradeSources, noTradeSources, tradeSourcesOf } from "./trade-sources";

/**
 * All data the figures need of one interval of an account's history, in a size that does not grow with it. Two consecutive intervals
 * combine into the summary of both (`join` is associative, docs/adr/0022), so a page adds up stored days and months, whatever the number
 * of trades.
 */
export type Summary = {
  /** Balance before the first trade, after the operations before it. */
  start: Decimal | null;
  /** Whether a cash flow came before the first result. */
  startsAfterFlow: boolean;
  trades: number;
  wins: number;
  losses: number;
  longTrades: number;
  longWins: number;
  shortTrades: number;
  shortWins: number;
  grossProfit: Decimal;
  grossLoss: Decimal;
  /** Interest, dividends, commission, charges and taxes that were booked apart from trades. */
  bookedApart: Decimal;
  /** Sum of squared results, exact. */
  squares: bigint;
  best: Decimal | null;
  worst: Decimal | null;
  /** The lowest running sum of results, starting at 0. */
  lowestResult: Decimal;
  /** Lowest balance after a result; highest balance overall. */
  lowest: Decimal | null;
  highest: Decimal | null;
  balance: Path | null;
  dayEnds: DayEnd[];
  runs: Runs | null;
  line: Regression;
  /** Returns of the trades on the balance before each; null after a non-positive balance. */
  returns: Moments | null;
  /** The sum of ln(1 + return) of the trades alone; null as above. */
  traded: number | null;
  /** The sum of ln(1 + return) of the trades and of results booked apart, using the equity at cash flows; null as above. */
  growth: number | null;
  flows: Flows;
  /** The sum of ln(1 + result / balance at the opening); null as above. */
  timeWeighted: number | null;
  deposits: Decimal;
  withdrawals: Decimal;
  corrections: Decimal;
  credit: Decimal;
  /** Number of fully closed positions, and how long they were open. */
  held: { positions: number; seconds: number };
  symbols: Record<string, { trades: number; wins: number; net: Decimal }>;
  origin: TradeSources;
};

export const noSummary: Summary = {
  start: null,
  startsAfterFlow: false,
  trades: 0,
  wins: 0,
  losses: 0,
  longTrades: 0,
  longWins: 0,
  shortTrades: 0,
  shortWins: 0,
  grossProfit: 0n,
  grossLoss: 0n,
  bookedApart: 0n,
  squares: 0n,
  best: null,
  worst: null,
  lowestResult: 0n,
  lowest: null,
  highest: null,
  balance: null,
  dayEnds: [],
  runs: null,
  line: noRegression,
  returns: noMoments,
  traded: 0,
  growth: 0,
  flows: noFlows,
  timeWeighted: 0,
  deposits: 0n,
  withdrawals: 0n,
  corrections: 0n,
  credit: 0n,
  held: { positions: 0, seconds: 0 },
  symbols: {},
  origin: noTradeSources,
};

/** A trade with the data that depends on its neighbors: the balance right before its close, and the balance at its opening. */
export type PlacedTrade = { trade: Trade; before: Decimal; atOpen: Decimal };

/** Returns the summary of one trade. */
export function ofTrade({ trade, before, atOpen }: PlacedTrade): Summary {
  const result = resultOf(trade);
  const after = before + result;
  const win = result > 0n ? 1 : 0;
  const long = trade.side === "long";
  const change = before > 0n ? ratio(result, before) : null;
  return {
    ...noSummary,
    start: before,
    trades: 1,
    wins: win,
    losses: result < 0n ? 1 : 0,
    longTrades: long ? 1 : 0,
    longWins: long ? win : 0,
    shortTrades: long ? 0 : 1,
    shortWins: long ? 0 : win,
    grossProfit: result > 0n ? result : 0n,
    grossLoss: result < 0n ? result : 0n,
    squares: result * result,
    best: result,
    worst: result,
    lowestResult: result < 0n ? result : 0n,
    lowest: after,
    highest: after > before ? after : before,
    balance: point(after),
    dayEnds: dayEndOf(trade.closeTime, point(after)),
    runs: runOf(result),
    line: regressionPoint(result),
    returns: change === null ? null : momentOf(change),
    traded: grown(change),
    growth: grown(change),
    timeWeighted: grown(atOpen > 0n ? ratio(result, atOpen) : null),
    held: {
      positions: trade.final && trade.openTime !== null ? 1 : 0,
      seconds: trade.final && trade.openTime !== null ? (trade.closeTime - trade.openTime) / 1000 : 0,
    },
    symbols: { [trade.symbol]: { trades: 1, wins: win, net: result } },
    origin: tradeSourcesOf(trade),
  };
}

/** Returns the summary of one balance operation: a cash flow, a result booked apart, or a credit, which does not change the balance. */
export function ofOperation({ type, amount, time, floating = null }: Operation, before: Decimal): Summary {
  if (type === "credit") return { ...noSummary, credit: amount };
  const after = before + amount;
  if (isBookedApart(type)) {
    const change = grown(before > 0n ? ratio(amount, before) : null);
    return {
      ...noSummary,
      start: before,
      bookedApart: amount,
      lowestResult: amount < 0n ? amount : 0n,
      lowest: after,
      highest: after > before ? after : before,
      balance: point(after),
      dayEnds: dayEndOf(time, point(after)),
      growth: change,
      timeWeighted: change,
    };
  }
  return {
    ...noSummary,
    highest: after,
    balance: restart(after),
    dayEnds: dayEndOf(time, restart(after)),
    growth: growthAtFlow(before, amount, floating),
    flows: { all: before === 0n ? 0 : 1, atEquity: before === 0n || floating === null ? 0 : 1 },
    deposits: type === "balance" && amount > 0n ? amount : 0n,
    withdrawals: type === "balance" && amount < 0n ? -amount : 0n,
    corrections: type === "correction" ? amount : 0n,
  };
}

/** Combines the interval `a` with the following interval `b`. */
export function join(a: Summary, b: Summary): Summary {
  return {
    start: a.start ?? b.start,
    startsAfterFlow:
      a.start === null ? (a.balance?.restarts ?? false) || b.startsAfterFlow : a.startsAfterFlow,
    trades: a.trades + b.trades,
    wins: a.wins + b.wins,
    losses: a.losses + b.losses,
    longTrades: a.longTrades + b.longTrades,
    longWins: a.longWins + b.longWins,
    shortTrades: a.shortTrades + b.shortTrades,
    shortWins: a.shortWins + b.shortWins,
    grossProfit: a.grossProfit + b.grossProfit,
    grossLoss: a.grossLoss + b.grossLoss,
    bookedApart: a.bookedApart + b.bookedApart,
    squares: a.squares + b.squares,
    best: most(a.best, b.best),
    worst: least(a.worst, b.worst),
    lowestResult: lower(a.lowestResult, netOf(a) + b.lowestResult),
    lowest: least(a.lowest, b.lowest),
    highest: most(a.highest, b.highest),
    balance: joinPaths(a.balance, b.balance),
    dayEnds: joinDayEnds(a.dayEnds, b.dayEnds),
    runs: joinRuns(a.runs, b.runs),
    line: joinRegressions(a.line, b.line, netOf(a)),
    returns: a.returns && b.returns && joinMoments(a.returns, b.returns),
    traded: plus(a.traded, b.traded),
    growth: plus(a.growth, b.growth),
    flows: joinFlows(a.flows, b.flows),
    timeWeighted: plus(a.timeWeighted, b.timeWeighted),
    deposits: a.deposits + b.deposits,
    withdrawals: a.withdrawals + b.withdrawals,
    corrections: a.corrections + b.corrections,
    credit: a.credit + b.credit,
    held: { positions: a.held.positions + b.held.positions, seconds: a.held.seconds + b.held.seconds },
    symbols: joinSymbols(a.symbols, b.symbols),
    origin: combineTradeSources(a.origin, b.origin),
  };
}

/** Returns the net result of trading: the results of all trades, and those booked apart. */
export const netOf = ({ grossProfit, grossLoss, bookedApart }: Summary): Decimal =>
  grossProfit + grossLoss + bookedApart;

function joinSymbols(a: Summary["symbols"], b: Summary["symbols"]): Summary["symbols"] {
  const joined = { ...a };
  for (const [symbol, { trades, wins, net }] of Object.entries(b)) {
    const known = Object.hasOwn(joined, symbol) ? joined[symbol] : undefined;
    joined[symbol] = known
      ? { trades: known.trades + trades, wins: known.wins + wins, net: known.net + net }
      : { trades, wins, net };
  }
  return joined;
}

const grown = (change: number | null) => (change === null || change <= -1 ? null : Math.log1p(change));
const plus = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b);
const most = (a: Decimal | null, b: Decimal | null) => (a === null || (b !== null && b > a) ? b : a);
const least = (a: Decimal | null, b: Decimal | null) => (a === null || (b !== null && b < a) ? b : a);
const lower = (a: Decimal, b: Decimal) => (b < a ? b : a);
