import { monitoringSeenPositions as seen } from "#api/db/schema/monitoring-history";
import type { Tx } from "#api/db/transaction";

/**
 * Returns statements that record positions that a post shows open for the first time; `known` are those shown by the
 * previous post.
 */
export function noteOpen(tx: Tx, accountId: string, positions: string[], known: string[], seenAt: Date) {
  const before = new Set(known);
  const rows = [...new Set(positions)]
    .filter((position) => !before.has(position))
    .map((position) => ({ accountId, position, seenAt }));
  return rows.length > 0 ? [tx.insert(seen).values(rows).onConflictDoNothing()] : [];
}
