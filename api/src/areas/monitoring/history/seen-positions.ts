import { and, eq, inArray } from "drizzle-orm";
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

/** When each of some positions was first shown open. */
export async function seenPositions(
  tx: Tx,
  accountId: string,
  positions: string[],
): Promise<Map<string, Date>> {
  if (positions.length === 0) return new Map();
  const rows = await tx
    .select()
    .from(seen)
    .where(and(eq(seen.accountId, accountId), inArray(seen.position, positions)));
  return new Map(rows.map(({ position, seenAt }) => [position, seenAt]));
}
