import type { Decimal } from "#statements/decimal";
import { ratio } from "#statements/decimal";
import type { EquitySnapshot } from "./history";

/** Maximum age of a snapshot before a cash flow for its equity to count. */
export const equityKnownMilliseconds = 5 * 60_000;

/** Number of cash flows on an account with money, and for how many of them the equity is known. */
export type Flows = { all: number; atEquity: number };
export const noFlows: Flows = { all: 0, atEquity: 0 };
export const joinFlows = (a: Flows, b: Flows): Flows => ({
  all: a.all + b.all,
  atEquity: a.atEquity + b.atEquity,
});

/**
 * Returns the correction at a cash flow to the sum of ln(1 + return) of the balance, so that the spans before and
 * after the flow use the equity at it: (balance + floating) / balance for the span that ends, the inverse for the
 * span that begins.
 *
 * @param floating equity minus balance and credit at the flow; null if unknown, so the balance counts
 * @returns null if an equity is not positive
 */
export function growthAtFlow(before: Decimal, amount: Decimal, floating: Decimal | null): number | null {
  const after = before + amount;
  if (!floating || before <= 0n || after <= 0n) return 0;
  if (before + floating <= 0n || after + floating <= 0n) return null;
  return Math.log1p(ratio(floating, before)) - Math.log1p(ratio(floating, after));
}

/**
 * Returns the floating result at a moment: from the last snapshot at most five minutes before it, if no trade was
 * closed since.
 */
export function floatingAt(
  time: number,
  snapshots: readonly Pick<EquitySnapshot, "time" | "balance" | "equity" | "credit">[],
  closes: readonly number[],
): Decimal | null {
  const known = snapshots.findLast((one) => one.time < time);
  if (!known || time - known.time > equityKnownMilliseconds) return null;
  if (closes.some((close) => close > known.time && close <= time)) return null;
  return known.equity - known.balance - known.credit;
}
