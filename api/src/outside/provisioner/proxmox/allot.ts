import { eq, isNull } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { proxmoxMachines } from "#api/db/schema/hypervisor";
import { transaction } from "#api/db/transaction";
import type { ProxmoxClient } from "./client";
import type { ProxmoxSettings } from "./settings";
import { addressOf } from "./settings";
import { CannotBeDone } from "./steps";

export type Allotment = typeof proxmoxMachines.$inferSelect;

export async function allotmentOf(db: Database, serverId: string): Promise<Allotment | undefined> {
  const [known] = await db.select().from(proxmoxMachines).where(eq(proxmoxMachines.serverId, serverId));
  return known;
}

/** The node with the most free memory among those that machines may be put on. */
async function roomiest(client: ProxmoxClient, { nodes }: ProxmoxSettings): Promise<string> {
  const free = (await client.nodes())
    .filter(({ node, status }) => status === "online" && (nodes.length === 0 || nodes.includes(node)))
    .map(({ node, maxmem = 0, mem = 0 }) => ({ node, free: maxmem - mem }))
    .sort((one, other) => other.free - one.free);
  if (!free[0]) throw new Error("No node is online");
  return free[0].node;
}

/** Gives a server its id, node and address, once for all; the id is never given again. */
export async function allot(
  db: Database,
  given: { serverId: string; now: Date; client: ProxmoxClient; settings: ProxmoxSettings },
): Promise<Allotment> {
  const { serverId, now, client, settings } = given;
  const known = await allotmentOf(db, serverId);
  if (known) return known;
  const node = await roomiest(client, settings);
  const { first, last } = settings.addresses;
  return transaction(db, async (tx) => {
    const used = await tx
      .select({ address: proxmoxMachines.address })
      .from(proxmoxMachines)
      .where(isNull(proxmoxMachines.removedAt));
    const taken = new Set(used.map(({ address }) => address));
    for (let number = first; number <= last; number++) {
      const address = addressOf(number);
      if (taken.has(address)) continue;
      // an address or a server that another process has taken meanwhile is no room
      const [made] = await tx
        .insert(proxmoxMachines)
        .values({ serverId, node, address, allottedAt: now })
        .onConflictDoNothing()
        .returning();
      if (made) return made;
      const [raced] = await tx.select().from(proxmoxMachines).where(eq(proxmoxMachines.serverId, serverId));
      if (raced) return raced;
    }
    throw new CannotBeDone("PROXMOX_ADDRESSES has no free address left");
  });
}
