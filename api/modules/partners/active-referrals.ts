import type { SQLWrapper } from "drizzle-orm";
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { cachePerRequest } from "#api/db/request-cache";
import { partnerNetwork, partnerPayments } from "#api/db/schema/partners";
import type { Tx } from "#api/db/transaction";

/**
 * Returns whether a client of the network is an active referral: a server they rented or renewed is paid for now.
 * Test servers are free and do not count. The partner page states this rule.
 */
export const isActiveReferral = (now: Date) => sql<boolean>`exists (
  select 1 from ${partnerPayments} where ${partnerPayments.clientId} = ${partnerNetwork.clientId}
    and ${partnerPayments.paidUntil} > ${now.toISOString()}::timestamptz and ${partnerPayments.refundedAt} is null)`;

/**
 * Moves the paid-until time of payments; `ids` is a query of their ids. Payments of clients without a referrer are
 * not stored here.
 */
export const movePaidUntil = (tx: Tx, ids: SQLWrapper, milliseconds: number) =>
  tx
    .update(partnerPayments)
    .set({ paidUntil: sql`${partnerPayments.paidUntil} + ${milliseconds} * interval '1 millisecond'` })
    .where(sql`${partnerPayments.id} in ${ids}`);

/** Returns the number of a partner's active referrals by level. */
export const countActiveReferrals = cachePerRequest(
  "active referrals",
  async (db: Database | Tx, partnerId: string, now: Date): Promise<Record<1 | 2 | 3, number>> => {
    const rows = await db
      .select({ level: partnerNetwork.level, count: sql<number>`count(*)::int` })
      .from(partnerNetwork)
      .where(and(eq(partnerNetwork.partnerId, partnerId), isActiveReferral(now)))
      .groupBy(partnerNetwork.level);
    const counts = { 1: 0, 2: 0, 3: 0 };
    for (const { level, count } of rows) counts[level] = count;
    return counts;
  },
);
