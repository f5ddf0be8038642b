import { resultOf } from "#api/areas/monitoring/statistics/history";
import type { Decimal } from "#api/values/decimal";
import { one } from "#api/values/decimal";
import type { SaidFigure } from "#contract/monitoring/import";
import { saidFigures } from "#contract/monitoring/import";
import type { Statement } from "./statement";

/** One line of the reconciliation; money exact, counts as whole decimals. `says` is null where the file states no such figure. */
export type Reconciled = {
  figure: SaidFigure;
  says: Decimal | null;
  computed: Decimal;
  difference: Decimal | null;
};

/** What the rows that were read add up to. */
export function computed({
  trades,
  operations,
}: Pick<Statement, "trades" | "operations">): Record<SaidFigure, Decimal> {
  const sum = (values: Decimal[]) => values.reduce((total, value) => total + value, 0n);
  const results = trades.map(resultOf);
  const of = (type: string) =>
    sum(operations.filter((operation) => operation.type === type).map(({ amount }) => amount));
  const netProfit = sum(results);
  return {
    trades: BigInt(trades.length) * one,
    deposits: of("balance"),
    credit: of("credit"),
    commission: sum(trades.map(({ commission, fee, taxes }) => commission + fee + taxes)),
    swap: sum(trades.map(({ swap }) => swap)),
    grossProfit: sum(results.filter((result) => result > 0n)),
    grossLoss: sum(results.filter((result) => result < 0n)),
    netProfit,
    balance: of("balance") + of("correction") + netProfit,
  };
}

/** The file says / we compute / the difference, in the order of a statement's summary. */
export function reconcile(statement: Statement): Reconciled[] {
  const ours = computed(statement);
  return saidFigures.map((figure) => {
    const says = statement.says[figure] ?? null;
    return { figure, says, computed: ours[figure], difference: says === null ? null : ours[figure] - says };
  });
}
