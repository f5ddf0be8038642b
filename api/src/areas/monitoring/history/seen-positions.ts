import { monitoringSeenPositions as seen } from "#api/db/schema/monitoring-history";
import type { Tx } from "#api/db/transaction";

/** Notes positions that a post shows open for the first time; `known`: those that the post before it showed. */
export async function noteOpen(
  tx: Tx,
  accountId: string,
  positions: string[],
  known: string[],
  seenAt: Date,
): Promise<void> {
  const before = new Set(known);
  const rows = [...new Set(positions)]
    .filter((position) => !before.has(position))
    .map((position) => ({ accountId, position, seenAt }));
  if (rows.length > 0) await tx.insert(seen).values(rows).onConflictDoNothing();
}
