import { and, eq, gte, inArray, isNull } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { serverPayments, upgradeSurcharges, upgrades } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import type { Server } from "#api/modules/vps/server/own-server";

export type Upgrade = typeof upgrades.$inferSelect;

/** Condition: the upgrade is pending or running; a server has at most one such. */
export const isOpenUpgrade = inArray(upgrades.status, ["pending", "running"]);

/** Returns a server's pending or running upgrade; there is at most one. */
export async function openUpgrade(db: Database | Tx, serverId: string): Promise<Upgrade | null> {
  const [upgrade] = await db
    .select()
    .from(upgrades)
    .where(and(eq(upgrades.serverId, serverId), isOpenUpgrade));
  return upgrade ?? null;
}

/**
 * Returns whether a started or failed upgrade can still be carried out on its locked server: it was not refunded, the
 * server's tariff is unchanged, no other upgrade is open, and no period was paid since at the smaller price.
 */
export async function canBeDone(tx: Tx, server: Server, upgrade: Upgrade): Promise<boolean> {
  const isBegun = upgrade.status === "running" || upgrade.status === "failed";
  if (!isBegun || server.status === "revoked" || server.rateId !== upgrade.fromRateId) return false;
  const open = await openUpgrade(tx, server.id);
  if (open && open.id !== upgrade.id) return false;
  const [atSmallerPrice] = await tx
    .select({ id: serverPayments.id })
    .from(serverPayments)
    .leftJoin(
      upgradeSurcharges,
      and(eq(upgradeSurcharges.paymentId, serverPayments.id), eq(upgradeSurcharges.upgradeId, upgrade.id)),
    )
    .where(
      and(
        eq(serverPayments.serverId, server.id),
        eq(serverPayments.kind, "renewal"),
        gte(serverPayments.periodFrom, upgrade.paidUntil ?? upgrade.createdAt),
        isNull(upgradeSurcharges.upgradeId),
      ),
    )
    .limit(1);
  return atSmallerPrice === undefined;
}
