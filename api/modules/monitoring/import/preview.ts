import type { Tx } from "#api/db/transaction";
import { dayMilliseconds } from "#contract/day";
import { placesOf } from "#contract/monitoring/currency";
import type { ImportPreview } from "#contract/monitoring/import";
import { formatDecimal, one } from "#statements/decimal";
import type { Statement } from "../../../../statements/statement";
import { spanOf, splitKnown } from "./merge";
import { reconcile } from "./reconcile";

type Account = { id: string; number: string; currency: string | null };

/** More places where a file does not add up than these are counted, not listed. */
const gapsShown = 10;

/** With what a file begins, where it does not add up, and what was passed over in it. */
function addingUp({ opening, gaps, notes }: Statement, places: number) {
  return {
    opening: opening && opening.amount !== 0n ? formatDecimal(opening.amount, places) : null,
    gapCount: gaps.length,
    gaps: gaps.slice(0, gapsShown).map(({ from, to, amount }) => ({
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      amount: formatDecimal(amount, places),
    })),
    notes,
  };
}

/** What is shown of a file before it is imported. */
export async function previewOf(
  tx: Tx,
  account: Account,
  statement: Statement,
  now: Date,
): Promise<ImportPreview> {
  const { trades, operations, left, format } = statement;
  const added = await splitKnown(tx, account.id, statement);
  const span = spanOf(statement);
  const { number = null, name = null, server = null, currency = null } = statement.account;
  const places = placesOf(currency ?? account.currency);
  const warnings: ImportPreview["warnings"] = [];
  if (number !== null && /^\d+$/.test(number) && number !== account.number) warnings.push("otherNumber");
  if (currency && account.currency && currency !== account.currency) warnings.push("otherCurrency");
  if (span.to > now.getTime() + dayMilliseconds) warnings.push("future");
  return {
    ...{ format, number, name, server, currency, warnings },
    trades: trades.length,
    operations: operations.length,
    knownTrades: trades.length - added.trades.length,
    knownOperations: operations.length - added.operations.length,
    cancelledOrders: left.cancelled,
    openPositions: left.open,
    since: new Date(span.from).toISOString(),
    until: new Date(span.to).toISOString(),
    ...addingUp(statement, places),
    reconciliation: reconcile(statement).map(({ figure, says, computed, difference }) => {
      const text = (value: bigint) =>
        figure === "trades" ? String(value / one) : formatDecimal(value, places);
      return {
        figure,
        says: says === null ? null : text(says),
        computed: text(computed),
        difference: difference === null ? null : text(difference),
      };
    }),
  };
}
