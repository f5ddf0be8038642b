import type { Decimal } from "#statements/decimal";

/** A moment at which the balance is known, and what the known history changed since the one before (of the first: before it). */
export type Checkpoint = { balance: Decimal; known: Decimal };

/**
 * What a history began with, and what is missing before each checkpoint: stated less known. Where more went out before the first one
 * than was there, rows are missing there, and it began with nothing. Two differences in a row that make nothing together are one row
 * on the wrong side of a moment, no missing money.
 */
export function addUp(points: Checkpoint[]): { opening: Decimal; differs: Decimal[] } {
  const differs: Decimal[] = [];
  let opening = 0n;
  for (const [index, { balance, known }] of points.entries()) {
    const before = points[index - 1];
    const missing = balance - (before?.balance ?? 0n) - known;
    if (!before) opening = missing > 0n ? missing : 0n;
    differs.push(before ? missing : missing - opening);
  }
  for (const [index, value] of differs.entries())
    if (value !== 0n && differs[index + 1] === -value) differs.splice(index, 2, 0n, 0n);
  return { opening, differs };
}
