import { sql } from "drizzle-orm";
import type { Tx } from "#api/db/transaction";
import { dayMilliseconds } from "#contract/day";
import { placesOf } from "#contract/monitoring/currency";
import type { ImportPreview } from "#contract/monitoring/import";
import type { Decimal } from "#statements/decimal";
import { formatDecimal, one } from "#statements/decimal";
import type { Statement } from "#statements/statement";
import { resultOf } from "#statements/types";
import { spanOf, splitKnown } from "./merge";
import { reconcile } from "./reconcile";

type Account = { id: string; number: string; currency: string | null; balance: Decimal | null };

/** Number of gaps listed; further ones are only counted. */
const gapsShown = 10;

/** Returns the opening balance of a file, the places where it does not reconcile, and the notes on skipped rows. */
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

/** Returns whether nothing states the balance before the file's first trade: no balance, no deposit, no terminal. */
async function needsOpeningBalance(tx: Tx, { id, balance }: Account, statement: Statement): Promise<boolean> {
  const { trades, operations, opening, closing } = statement;
  if (opening || closing || balance !== null || trades.length === 0) return false;
  const first = trades.reduce((time, { closeTime }) => Math.min(time, closeTime), Number.POSITIVE_INFINITY);
  if (operations.some(({ type, time }) => type === "balance" && time <= first)) return false;
  const { rows } = await tx.execute<{ is_known: boolean }>(sql`
    select exists (select from monitoring_checkpoints where account_id = ${id})
      or exists (select from monitoring_deals where account_id = ${id} and type = 'balance'
        and at <= ${new Date(first).toISOString()}::timestamptz) as is_known`);
  return !rows[0]?.is_known;
}

/**
 * Returns whether a file begins with a deposit but has a larger opening balance than that deposit, computed from the
 * only balance it states. Rows are missing or its sums contradict each other; such an opening makes anything
 * reconcile.
 */
function isDoubtful({ opening, trades, operations }: Statement): boolean {
  if (opening?.from !== "balance" || opening.amount <= 0n) return false;
  const { time } = opening;
  if (trades.some(({ closeTime }) => closeTime <= time)) return false;
  const deposit = operations
    .filter((one) => one.time === time && one.type === "balance" && one.amount > 0n)
    .reduce((sum, { amount }) => sum + amount, 0n);
  return deposit > 0n && opening.amount > deposit;
}

/** Returns the preview of a file before it is imported. */
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
  if (isDoubtful(statement)) warnings.push("doubtfulOpening");
  return {
    format,
    number,
    name,
    server,
    currency,
    warnings,
    trades: trades.length,
    operations: operations.length,
    knownTrades: trades.length - added.trades.length,
    knownOperations: operations.length - added.operations.length,
    cancelledOrders: left.cancelled,
    openPositions: left.open,
    since: new Date(span.from).toISOString(),
    until: new Date(span.to).toISOString(),
    ...addingUp(statement, places),
    reversed: statement.reversed.slice(0, gapsShown).map((trade) => ({
      symbol: trade.symbol,
      opened: new Date(trade.openTime ?? trade.closeTime).toISOString(),
      closed: new Date(trade.closeTime).toISOString(),
      result: formatDecimal(resultOf(trade), places),
    })),
    reversedCount: statement.reversed.length,
    asksOpening: await needsOpeningBalance(tx, account, statement),
    suggestedOpening:
      statement.equityBefore === undefined ? null : formatDecimal(statement.equityBefore, places),
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
