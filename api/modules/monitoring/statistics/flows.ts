import type { Decimal } from "#statements/decimal";
import { ratio } from "#statements/decimal";
import type { EquitySnapshot } from "./history";

/** How long before a cash flow a snapshot may be that tells the equity at it. */
export const equityKnownMilliseconds = 5 * 60_000;

/** How many cash flows met money on the account, and of how many of them the equity is known. */
export type Flows = { all: number; atEquity: number };
export const noFlows: Flows = { all: 0, atEquity: 0 };
export const joinFlows = (a: Flows, b: Flows): Flows => ({
  all: a.all + b.all,
  atEquity: a.atEquity + b.atEquity,
});

/**
 * What a cash flow adds to the sum of ln(1 + return) of the balance, so that the spans before and after it count with the equity at it:
 * (balance + floating) / balance of the span that ends, the other way round of the span that begins.
 *
 * @param floating equity less balance and credit at the flow; null: not known, so the balance counts
 * @returns null where an equity is not positive
 */
export function growthAtFlow(before: Decimal, amount: Decimal, floating: Decimal | null): number | null {
  const after = before + amount;
  if (!floating || before <= 0n || after <= 0n) return 0;
  if (before + floating <= 0n || after + floating <= 0n) return null;
  return Math.log1p(ratio(floating, before)) - Math.log1p(ratio(floating, after));
}

/** What was floating at a moment: of the last snapshot at most five minutes before it, after which no trade was closed. */
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
