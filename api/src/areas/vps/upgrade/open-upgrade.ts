import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { upgrades } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";

export type Upgrade = typeof upgrades.$inferSelect;

/** The upgrade of a server that is pending or running; there is at most one. */
export async function openUpgrade(db: Database | Tx, serverId: string): Promise<Upgrade | null> {
  const [upgrade] = await db
    .select()
    .from(upgrades)
    .where(and(eq(upgrades.serverId, serverId), inArray(upgrades.status, ["pending", "running"])));
  return upgrade ?? null;
}
