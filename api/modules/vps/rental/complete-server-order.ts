import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { partnerRewards } from "#api/db/schema/partners";
import { serverPayments, servers, upgradeSurcharges, upgrades } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { movePaidUntil } from "#api/modules/partners/active-referrals";
import { releaseRewards } from "#api/modules/partners/rewards";
import { refundableUpgradeStatuses } from "#contract/vps/status";

/** At most so many at once; the next look takes the rest. */
const batch = 500;

/**
 * Payments whose rewards wait, and that can't be given back any more: their server was set up (or is gone), and no renewal among them
 * was paid dearer because of an upgrade that may still be given back.
 */
const final = (db: Database | Tx) =>
  db
    .selectDistinct({ id: serverPayments.id })
    .from(partnerRewards)
    .innerJoin(serverPayments, eq(serverPayments.id, partnerRewards.paymentId))
    .innerJoin(servers, eq(servers.id, serverPayments.serverId))
    .leftJoin(upgradeSurcharges, eq(upgradeSurcharges.paymentId, serverPayments.id))
    .leftJoin(
      upgrades,
      and(
        eq(upgrades.id, upgradeSurcharges.upgradeId),
        inArray(upgrades.status, [...refundableUpgradeStatuses]),
      ),
    )
    .$dynamic();

const isFinal = and(
  isNull(partnerRewards.settledAt),
  isNull(upgrades.id),
  sql`(${servers.ip} is not null or ${servers.status} = 'revoked')`,
);

/** Lets the rewards on a server's payments clear that can't go back any more; to be called whenever that may have changed. */
export async function completeServerOrder(deps: Deps, tx: Tx, serverId: string): Promise<void> {
  const found = await final(tx).where(and(isFinal, eq(serverPayments.serverId, serverId)));
  await releaseRewards(
    deps,
    tx,
    found.map(({ id }) => id),
  );
}

/** The same for all servers: what a version before this one has booked meanwhile. */
export async function completeServerOrders(deps: Deps): Promise<void> {
  const found = await final(deps.db).where(isFinal).limit(batch);
  if (found.length === 0) return;
  await transaction(deps.db, (tx) =>
    releaseRewards(
      deps,
      tx,
      found.map(({ id }) => id),
    ),
  );
}

/** Moves what a server's payments have paid for by so many milliseconds: its client is an active referral for as long. */
export async function movePaidTime(tx: Tx, serverId: string, milliseconds: number): Promise<void> {
  const ofServer = tx
    .select({ id: serverPayments.id })
    .from(serverPayments)
    .where(eq(serverPayments.serverId, serverId));
  await movePaidUntil(tx, ofServer, milliseconds);
}
