import type { FigureReasons, FigureValues } from "#contract/monitoring/figures";
import type { Decimal } from "#statements/decimal";

/** What is known besides the two summaries. Money in the account's currency, time in seconds. */
export type Facts = {
  /** Balance before the first event of the period. */
  opening: Decimal;
  /** The opening is a sum of results alone, of a history that traded with nothing; where it is not said, the summary tells. */
  isOpeningUnknown?: boolean;
  /** The period ends before the history begins: nothing is known of its balances. */
  isBefore?: boolean;
  /** The terminal's own last word, where the period reaches to now. */
  live?: { balance: Decimal; equity: Decimal; freeMargin: Decimal } | null;
  /** Paid for positions that are still open, by a history that no terminal sends. */
  openCosts?: Decimal;
  /** The first and the last moment known of the period, epoch milliseconds. */
  span?: { first: number; last: number } | null;
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
  /** At how many cash flows growth counts the equity, and at how many the balance. */
  growthFlows: { equity: number; balance: number };
};
