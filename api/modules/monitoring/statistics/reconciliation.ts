import type { Decimal } from "#statements/decimal";

/**
 * A moment at which the balance is known, and the change by the known history since the previous one (for the first:
 * since the beginning).
 */
export type Checkpoint = { balance: Decimal; known: Decimal };

/**
 * Computes the opening balance of a history, and the money missing before each checkpoint: stated minus known. If
 * more went out before the first checkpoint than was there, rows are missing and the opening is zero. Two consecutive
 * differences that cancel out are one row on the wrong side of a checkpoint, not missing money.
 */
export function reconcileCheckpoints(points: Checkpoint[]): { opening: Decimal; differs: Decimal[] } {
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
