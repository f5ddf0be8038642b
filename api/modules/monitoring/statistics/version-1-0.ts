import type { FigureKey, FigureValues } from "#contract/monitoring/figures";
import type { Decimal } from "#statements/decimal";
import { part } from "./ratios";
import { zScore } from "./runs";
import type { Summary } from "./summary";

/** Returns the values by version 1.0 of the formulas, for the figures that differ from it. */
export function valuesBefore(
  summary: Summary,
  values: FigureValues,
  { paidIn, text }: { paidIn: Decimal; text: (money: Decimal) => string },
): FigureValues {
  const { trades, grossProfit, grossLoss } = summary;
  const traded = grossProfit + grossLoss;
  const before: FigureValues = {
    z_score: zScore(summary, trades),
    net_profit: text(traded),
    absolute_gain: trades === 0 ? null : part(traded, paidIn),
  };
  return Object.fromEntries(
    Object.entries(before).filter(([key, value]) => value !== values[key as FigureKey]),
  );
}
