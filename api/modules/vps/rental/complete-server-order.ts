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

/** Maximum number per run; the next run takes the rest. */
const batch = 500;

/**
 * Selects payments with pending rewards that can no longer be refunded: their server was set up (or is revoked), and
 * they include no surcharge for an upgrade that may still be refunded.
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

/**
 * Releases the rewards of a server's payments that can no longer be refunded; call it whenever that may have changed.
 */
export async function completeServerOrder(deps: Deps, tx: Tx, serverId: string): Promise<void> {
  const payments = await final(tx).where(and(isFinal, eq(serverPayments.serverId, serverId)));
  await releaseRewards(
    deps,
    tx,
    payments.map(({ id }) => id),
  );
}

/** Like `completeServerOrder`, for all servers: covers payments booked by the previous version during an upgrade. */
export async function completeServerOrders(deps: Deps): Promise<void> {
  const payments = await final(deps.db).where(isFinal).limit(batch);
  if (payments.length === 0) return;
  await transaction(deps.db, (tx) =>
    releaseRewards(
      deps,
      tx,
      payments.map(({ id }) => id),
    ),
  );
}

/** Moves the paid-until time of a server's payments; its client stays an active referral accordingly. */
export async function movePaidTime(tx: Tx, serverId: string, milliseconds: number): Promise<void> {
  const ofServer = tx
    .select({ id: serverPayments.id })
    .from(serverPayments)
    .where(eq(serverPayments.serverId, serverId));
  await movePaidUntil(tx, ofServer, milliseconds);
}
