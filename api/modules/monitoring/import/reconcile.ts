import type { Decimal } from "#statements/decimal";
import { one } from "#statements/decimal";
import type { StatedFigure } from "#statements/kinds";
import { isBookedApart, statedFigures } from "#statements/kinds";
import type { Statement } from "#statements/statement";
import { resultOf } from "#statements/types";

/**
 * One line of the reconciliation; money is exact, counts are whole decimals. `says` is null if the file does not
 * state the figure.
 */
export type Reconciled = {
  figure: StatedFigure;
  says: Decimal | null;
  computed: Decimal;
  difference: Decimal | null;
};

type Added = Pick<
  Statement,
  "format" | "trades" | "operations" | "opening" | "openCosts" | "deals" | "stated"
>;

const sum = (values: Decimal[]) => values.reduce((total, value) => total + value, 0n);

/**
 * Returns the results that the file's own gross and net figures sum up. MetaTrader 5 sums up deals, each with its
 * commission and swap: the cost of opening a position is a separate loss, even if the position is still open. Some
 * reports sum up positions instead; the file's own figures show which kind it is.
 */
function summedResults({ format, trades, deals, stated }: Added): Decimal[] {
  const byPosition = trades.map(resultOf);
  if (format !== "mt5-report" || !deals) return byPosition;
  const byDeal = deals.map(({ profit, swap, commission, fee }) => profit + swap + commission + fee);
  const isOf = (results: Decimal[]) =>
    stated.grossProfit === sum(results.filter((result) => result > 0n)) &&
    stated.grossLoss === sum(results.filter((result) => result < 0n));
  return isOf(byPosition) && !isOf(byDeal) ? byPosition : byDeal;
}

/** Returns the figures computed from the rows that were read, starting from the opening balance. */
export function computed(statement: Added): Record<StatedFigure, Decimal> {
  const { format, trades, operations, opening, openCosts } = statement;
  const results = summedResults(statement);
  const of = (is: (type: string) => boolean) =>
    sum(operations.filter(({ type }) => is(type)).map(({ amount }) => amount));
  const moved = of((type) => type !== "credit");
  return {
    opening: opening?.amount ?? 0n,
    trades: BigInt(trades.length) * one,
    // MetaTrader 4 has only one kind of row for everything that is not a trade
    deposits: format === "mt4-statement" ? moved : of((type) => type === "balance"),
    credit: of((type) => type === "credit"),
    commission: sum(trades.map(({ commission, fee, taxes }) => commission + fee + taxes)),
    swap: sum(trades.map(({ swap }) => swap)),
    bookedApart: of(isBookedApart),
    grossProfit: sum(results.filter((result) => result > 0n)),
    grossLoss: sum(results.filter((result) => result < 0n)),
    netProfit: sum(results),
    balance: (opening?.amount ?? 0n) + moved + sum(trades.map(resultOf)) + openCosts,
  };
}

/** Returns stated figure, computed figure and difference, in the order of a statement's summary. */
export function reconcile(statement: Statement): Reconciled[] {
  const computedFigures = computed(statement);
  const { reversed } = statement;
  // rows that are left out are missing from the file's own rows, whether or not it sums them up
  const statedByFigure: Statement["stated"] =
    reversed.length === 0
      ? statement.stated
      : {
          trades: computedFigures.trades + BigInt(reversed.length) * one,
          netProfit: computedFigures.netProfit + sum(reversed.map(resultOf)),
          ...statement.stated,
        };
  return statedFigures.map((figure) => {
    const stated = statedByFigure[figure] ?? null;
    return {
      figure,
      says: stated,
      computed: computedFigures[figure],
      difference: stated === null ? null : computedFigures[figure] - stated,
    };
  });
}
