import type { FigureReasons, FigureValues } from "#contract/monitoring/figures";
import type { Decimal } from "#statements/decimal";

/** Data besides the two summaries. Money in the account's currency, time in seconds. */
export type FigureInputs = {
  /** Balance before the first event of the period. */
  opening: Decimal;
  /**
   * Whether the opening is only a sum of results, of a history that traded on a zero balance; if undefined, it is
   * derived from the summary.
   */
  isOpeningUnknown?: boolean;
  /** Whether the period ends before the history begins, so that its balances are unknown. */
  isBefore?: boolean;
  /** Whether nothing is known of the account yet: no event and no state of a terminal. */
  isEmpty?: boolean;
  /** The terminal's latest state, if the period extends to now. */
  live?: { balance: Decimal; equity: Decimal; freeMargin: Decimal } | null;
  /** Costs of positions that are still open, for a history not sent by a terminal. */
  openCosts?: Decimal;
  /** The first and the last known moment of the period, epoch milliseconds. */
  span?: { first: number; last: number } | null;
  /** Time with an open position, and the monitored time. */
  activity?: { covered: number; monitored: number };
  views?: number;
  /** Decimals of the account's currency (`placesOf`), 2 if it is unknown. */
  places?: number;
};

export type Figures = {
  values: FigureValues;
  reasons: FigureReasons;
  /** Values by version 1.0 of the formulas, for the figures that changed. */
  before: FigureValues;
  /** Number of cash flows at which growth uses the equity, and at which it uses the balance. */
  growthFlows: { equity: number; balance: number };
};
