import type { Decimal } from "#statements/decimal";
import { one } from "#statements/decimal";
import type { StatedFigure } from "#statements/kinds";
import { isBookedApart, statedFigures } from "#statements/kinds";
import { resultOf } from "#statements/types";
import type { Statement } from "../../../../statements/statement";

/** One line of the reconciliation; money exact, counts as whole decimals. `says` is null where the file states no such figure. */
export type Reconciled = {
  figure: StatedFigure;
  says: Decimal | null;
  computed: Decimal;
  difference: Decimal | null;
};

type Added = Pick<Statement, "format" | "trades" | "operations" | "opening" | "openCosts">;

/** What the rows that were read add up to, from the opening on. */
export function computed({
  format,
  trades,
  operations,
  opening,
  openCosts,
}: Added): Record<StatedFigure, Decimal> {
  const sum = (values: Decimal[]) => values.reduce((total, value) => total + value, 0n);
  const results = trades.map(resultOf);
  const of = (is: (type: string) => boolean) =>
    sum(operations.filter(({ type }) => is(type)).map(({ amount }) => amount));
  const netProfit = sum(results);
  const moved = of((type) => type !== "credit");
  return {
    opening: opening?.amount ?? 0n,
    trades: BigInt(trades.length) * one,
    // MetaTrader 4 knows but one kind of row for all that is no trade
    deposits: format === "mt4-statement" ? moved : of((type) => type === "balance"),
    credit: of((type) => type === "credit"),
    commission: sum(trades.map(({ commission, fee, taxes }) => commission + fee + taxes)),
    swap: sum(trades.map(({ swap }) => swap)),
    bookedApart: of(isBookedApart),
    grossProfit: sum(results.filter((result) => result > 0n)),
    grossLoss: sum(results.filter((result) => result < 0n)),
    netProfit,
    balance: (opening?.amount ?? 0n) + moved + netProfit + openCosts,
  };
}

/** The file says / we compute / the difference, in the order of a statement's summary. */
export function reconcile(statement: Statement): Reconciled[] {
  const ours = computed(statement);
  return statedFigures.map((figure) => {
    const says = statement.says[figure] ?? null;
    return { figure, says, computed: ours[figure], difference: says === null ? null : ours[figure] - says };
  });
}
