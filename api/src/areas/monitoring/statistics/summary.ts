import type { Decimal } from "#api/values/decimal";
import { ratio } from "#api/values/decimal";
import type { BalanceOperation, Trade } from "./history";
import { resultOf } from "./history";
import type { Moments } from "./moments";
import { joinMoments, momentOf, noMoments } from "./moments";
import type { Path } from "./path";
import { joinPaths, point, restart } from "./path";
import type { Regression } from "./regression";
import { joinRegressions, noRegression, regressionPoint } from "./regression";
import type { Runs } from "./runs";
import { joinRuns, runOf } from "./runs";

/**
 * Everything the figures need of one stretch of an account's history, in a size that does not grow with it. Two stretches that
 * follow each other join into the summary of both (`join` is associative, docs/decisions/0051), so a page adds up days and months
 * that were summed up when they happened, whatever the number of trades.
 */
export type Summary = {
  /** Balance before the first trade, after the operations before it. */
  start: Decimal | null;
  trades: number;
  wins: number;
  losses: number;
  longTrades: number;
  longWins: number;
  shortTrades: number;
  shortWins: number;
  grossProfit: Decimal;
  grossLoss: Decimal;
  /** Sum of squared results, exact. */
  squares: bigint;
  best: Decimal | null;
  worst: Decimal | null;
  /** Lowest balance after a close; highest balance at all. */
  lowest: Decimal | null;
  highest: Decimal | null;
  balance: Path | null;
  runs: Runs | null;
  line: Regression;
  /** Returns of the trades on the balance before each, and the sum of ln(1 + return); null once a balance was not positive. */
  returns: Moments | null;
  growth: number | null;
  /** The sum of ln(1 + result / balance at the opening); null likewise. */
  timeWeighted: number | null;
  deposits: Decimal;
  withdrawals: Decimal;
  corrections: Decimal;
  credit: Decimal;
  /** Positions closed in full, and how long they were held. */
  held: { positions: number; seconds: number };
  symbols: Record<string, { trades: number; wins: number; net: Decimal }>;
};

export const noSummary: Summary = {
  start: null,
  trades: 0,
  wins: 0,
  losses: 0,
  longTrades: 0,
  longWins: 0,
  shortTrades: 0,
  shortWins: 0,
  grossProfit: 0n,
  grossLoss: 0n,
  squares: 0n,
  best: null,
  worst: null,
  lowest: null,
  highest: null,
  balance: null,
  runs: null,
  line: noRegression,
  returns: noMoments,
  growth: 0,
  timeWeighted: 0,
  deposits: 0n,
  withdrawals: 0n,
  corrections: 0n,
  credit: 0n,
  held: { positions: 0, seconds: 0 },
  symbols: {},
};

/** A trade with what only its neighbours know: the balance right before its close, and when it was opened. */
export type PlacedTrade = { trade: Trade; before: Decimal; atOpen: Decimal };

/** The summary of one trade. */
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
    lowest: after,
    highest: after > before ? after : before,
    balance: point(after),
    runs: runOf(result),
    line: regressionPoint(after),
    returns: change === null ? null : momentOf(change),
    growth: grown(change),
    timeWeighted: grown(atOpen > 0n ? ratio(result, atOpen) : null),
    held: {
      positions: trade.final && trade.openTime !== null ? 1 : 0,
      seconds: trade.final && trade.openTime !== null ? (trade.closeTime - trade.openTime) / 1000 : 0,
    },
    symbols: { [trade.symbol]: { trades: 1, wins: win, net: result } },
  };
}

/** The summary of one balance operation; a credit leaves the balance where it was. */
export function ofOperation({ type, amount }: BalanceOperation, before: Decimal): Summary {
  if (type === "credit") return { ...noSummary, credit: amount };
  const after = before + amount;
  return {
    ...noSummary,
    highest: after,
    balance: restart(after),
    deposits: type === "balance" && amount > 0n ? amount : 0n,
    withdrawals: type === "balance" && amount < 0n ? -amount : 0n,
    corrections: type === "correction" ? amount : 0n,
  };
}

/** The stretch `a` followed by the stretch `b`. */
export function join(a: Summary, b: Summary): Summary {
  return {
    start: a.start ?? b.start,
    trades: a.trades + b.trades,
    wins: a.wins + b.wins,
    losses: a.losses + b.losses,
    longTrades: a.longTrades + b.longTrades,
    longWins: a.longWins + b.longWins,
    shortTrades: a.shortTrades + b.shortTrades,
    shortWins: a.shortWins + b.shortWins,
    grossProfit: a.grossProfit + b.grossProfit,
    grossLoss: a.grossLoss + b.grossLoss,
    squares: a.squares + b.squares,
    best: most(a.best, b.best),
    worst: least(a.worst, b.worst),
    lowest: least(a.lowest, b.lowest),
    highest: most(a.highest, b.highest),
    balance: joinPaths(a.balance, b.balance),
    runs: joinRuns(a.runs, b.runs),
    line: joinRegressions(a.line, b.line),
    returns: a.returns && b.returns && joinMoments(a.returns, b.returns),
    growth: plus(a.growth, b.growth),
    timeWeighted: plus(a.timeWeighted, b.timeWeighted),
    deposits: a.deposits + b.deposits,
    withdrawals: a.withdrawals + b.withdrawals,
    corrections: a.corrections + b.corrections,
    credit: a.credit + b.credit,
    held: { positions: a.held.positions + b.held.positions, seconds: a.held.seconds + b.held.seconds },
    symbols: joinSymbols(a.symbols, b.symbols),
  };
}

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
