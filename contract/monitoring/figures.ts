import * as z from "zod/mini";

/**
 * Version of the formulas. It changes with every definition and is shown on every page and in every response, so that
 * two figures of the same name can be told apart.
 */
export const formulasVersion = "1.3";

const money = z.nullable(z.string());
const number = z.nullable(z.number());
const fall = z.nullable(z.object({ money: z.optional(money), percent: number }));
const share = z.nullable(z.object({ share: z.number(), longest_seconds: z.number() }));
const run = z.nullable(z.object({ count: z.number(), money: z.optional(z.string()) }));

/** `money`: a decimal string in the account's currency. `fraction`: 0.2554 is 25.54 %. */
export type Unit = "money" | "fraction" | "number" | "count" | "seconds" | "fall" | "run" | "share";

/**
 * Every figure of the statistics, with its unit and its group on the page. The translations are `figure_…` and
 * `define_…`.
 */
export const figures = {
  growth: { unit: "fraction", group: "result" },
  /** Same as `growth`; available under this name until version 2.0 of the formulas. */
  gain_time_weighted: { unit: "fraction", group: "result" },
  gain_per_trade_compounded: { unit: "fraction", group: "result" },
  cagr: { unit: "fraction", group: "result" },
  calmar: { unit: "number", group: "risk" },
  absolute_gain: { unit: "fraction", group: "result" },
  net_profit: { unit: "money", group: "result" },
  profit_percent: { unit: "fraction", group: "result" },
  gross_profit: { unit: "money", group: "result" },
  gross_loss: { unit: "money", group: "result" },
  profit_factor: { unit: "number", group: "result" },
  expectancy: { unit: "money", group: "result" },
  recovery_factor: { unit: "number", group: "result" },
  opening: { unit: "money", group: "account" },
  balance: { unit: "money", group: "account" },
  equity: { unit: "money", group: "account" },
  max_balance: { unit: "money", group: "account" },
  free_margin: { unit: "money", group: "account" },
  deposits: { unit: "money", group: "account" },
  withdrawals: { unit: "money", group: "account" },
  deposit_load: { unit: "fraction", group: "account" },
  trading_activity: { unit: "fraction", group: "account" },
  views: { unit: "count", group: "account" },
  maximal_drawdown: { unit: "fall", group: "drawdown" },
  relative_drawdown: { unit: "fall", group: "drawdown" },
  absolute_drawdown: { unit: "money", group: "drawdown" },
  average_drawdown: { unit: "fraction", group: "drawdown" },
  /** Days that ended below the last peak / all days, and the longest such time. */
  time_under_water: { unit: "share", group: "drawdown" },
  current_drawdown: { unit: "fall", group: "drawdown" },
  equity_maximal_drawdown: { unit: "fall", group: "drawdown" },
  equity_relative_drawdown: { unit: "fall", group: "drawdown" },
  equity_absolute_drawdown: { unit: "money", group: "drawdown" },
  equity_current_drawdown: { unit: "fall", group: "drawdown" },
  trades: { unit: "count", group: "trades" },
  wins: { unit: "count", group: "trades" },
  losses: { unit: "count", group: "trades" },
  win_rate: { unit: "fraction", group: "trades" },
  long_trades: { unit: "count", group: "trades" },
  long_won: { unit: "fraction", group: "trades" },
  short_trades: { unit: "count", group: "trades" },
  short_won: { unit: "fraction", group: "trades" },
  average_win: { unit: "money", group: "trades" },
  average_loss: { unit: "money", group: "trades" },
  best_trade: { unit: "money", group: "trades" },
  worst_trade: { unit: "money", group: "trades" },
  holding_seconds: { unit: "seconds", group: "trades" },
  longest_win_run: { unit: "run", group: "trades" },
  longest_loss_run: { unit: "run", group: "trades" },
  richest_win_run: { unit: "run", group: "trades" },
  richest_loss_run: { unit: "run", group: "trades" },
  mean_win_run: { unit: "number", group: "trades" },
  mean_loss_run: { unit: "number", group: "trades" },
  result_sd: { unit: "money", group: "risk" },
  ahpr: { unit: "number", group: "risk" },
  ghpr: { unit: "number", group: "risk" },
  hpr_sd: { unit: "number", group: "risk" },
  sharpe_per_trade: { unit: "number", group: "risk" },
  sharpe_annual: { unit: "number", group: "risk" },
  sortino_annual: { unit: "number", group: "risk" },
  /** Number of daily returns in the two figures before, and of those left out because of a gap. */
  daily_returns: { unit: "count", group: "risk" },
  daily_returns_left_out: { unit: "count", group: "risk" },
  z_score: { unit: "number", group: "risk" },
  lr_correlation: { unit: "number", group: "risk" },
  lr_standard_error: { unit: "money", group: "risk" },
} as const satisfies Record<
  string,
  { unit: Unit; group: "result" | "account" | "drawdown" | "trades" | "risk" }
>;

export type FigureKey = keyof typeof figures;
export const figureKeys = Object.keys(figures) as FigureKey[];
/** The figures on a page, without duplicates. */
export const listedFigures = figureKeys.filter((key) => key !== "gain_time_weighted");
/**
 * Returns the anchor of a figure's definition on the page of all figures. It is short because an account's page links
 * to all of them (docs/adr/0003).
 */
export const figureAnchor = (key: FigureKey): string => `f${figureKeys.indexOf(key)}`;
/** Anchor of the definitions of MAE and MFE, which each closed trade has. */
export const excursionsAnchor = "mae";
export const figureGroups = ["result", "account", "drawdown", "risk", "trades"] as const;

/** Why a figure is undefined; a key `reason_…` of `locales/*\/monitoring.json`. */
export const reasons = [
  "noTrades",
  "noWins",
  "noLosses",
  "noLongTrades",
  "noShortTrades",
  "oneTrade",
  "fewerThan30",
  "oneOutcome",
  "sameResults",
  "flatBalance",
  "notPositive",
  "nothingPaidIn",
  "noDrawdown",
  "noEquity",
  "oneEquity",
  "fewDays",
  "noFallingDays",
  "shortHistory",
  "noOpenings",
  "notReported",
  "notBegun",
  "noOpening",
] as const;
export type Reason = (typeof reasons)[number];

type ByUnit = {
  money: typeof money;
  fraction: typeof number;
  number: typeof number;
  count: typeof number;
  seconds: typeof number;
  fall: typeof fall;
  run: typeof run;
  share: typeof share;
};
const byUnit: ByUnit = { money, fraction: number, number, count: number, seconds: number, fall, run, share };

type Shape = { [K in FigureKey]: z.ZodMiniOptional<ByUnit[(typeof figures)[K]["unit"]]> };
const shape = Object.fromEntries(
  figureKeys.map((key) => [key, z.optional(byUnit[figures[key].unit])]),
) as Shape;

/** The figures in JSON: undefined ones are null and have a reason, hidden ones are omitted. */
export const figureValues = z.object(shape);
export type FigureValues = z.output<typeof figureValues>;
export type FigureReasons = Partial<Record<FigureKey, Reason>>;
