import { eq, isNull } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { allottedMachines } from "#api/db/schema/hypervisor";
import { transaction } from "#api/db/transaction";
import type { AddressPool } from "#api/lib/environment/machines";
import { addressOf } from "#api/lib/environment/machines";
import type { Allotment, Hypervisor } from "./hypervisor";
import { CannotBeDone } from "./hypervisor";

export async function allotmentOf(db: Database, serverId: string): Promise<Allotment | undefined> {
  const [known] = await db.select().from(allottedMachines).where(eq(allottedMachines.serverId, serverId));
  return known;
}

/** Assigns a server its id, node and address, once; the id is never reused. */
export async function allot(
  db: Database,
  options: { serverId: string; now: Date; hypervisor: Hypervisor; addresses: AddressPool },
): Promise<Allotment> {
  const { serverId, now, hypervisor, addresses } = options;
  const known = await allotmentOf(db, serverId);
  if (known) return known;
  const node = await hypervisor.chooseNode();
  const { first, last, setting } = addresses;
  return transaction(db, async (tx) => {
    const used = await tx
      .select({ address: allottedMachines.address })
      .from(allottedMachines)
      .where(isNull(allottedMachines.removedAt));
    const usedAddresses = new Set(used.map(({ address }) => address));
    for (let number = first; number <= last; number++) {
      const address = addressOf(number);
      if (usedAddresses.has(address)) continue;
      // the insert does nothing if another process has taken the address or the server meanwhile
      const [allotment] = await tx
        .insert(allottedMachines)
        .values({ serverId, node, address, allottedAt: now })
        .onConflictDoNothing()
        .returning();
      if (allotment) return allotment;
      const [raced] = await tx.select().from(allottedMachines).where(eq(allottedMachines.serverId, serverId));
      if (raced) return raced;
    }
    throw new CannotBeDone(`${setting} has no free address left`);
  });
}
