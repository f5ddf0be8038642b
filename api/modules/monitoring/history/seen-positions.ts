import { monitoringSeenPositions as seen } from "#api/db/schema/monitoring-history";
import type { Tx } from "#api/db/transaction";

/** Notes positions that a post shows open for the first time; `known`: those that the post before it showed. Statements to be run. */
export function noteOpen(tx: Tx, accountId: string, positions: string[], known: string[], seenAt: Date) {
  const before = new Set(known);
  const rows = [...new Set(positions)]
    .filter((position) => !before.has(position))
    .map((position) => ({ accountId, position, seenAt }));
  return rows.length > 0 ? [tx.insert(seen).values(rows).onConflictDoNothing()] : [];
}
