import { and, eq, gt, isNull, or, sql } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { partnerRewards } from "#api/db/schema/partners";
import type { Tx } from "#api/db/transaction";

/** Returns a partner's rewards that have not cleared yet, and when the next of them clears, if the day is known. */
export async function findClearing(
  db: Database | Tx,
  partnerId: string,
  now: Date,
): Promise<{ cents: number; nextAt: Date | null }> {
  const [row] = await db
    .select({
      cents: sql<number>`coalesce(sum(${partnerRewards.amountCents}), 0)::int`,
      nextAt: sql<
        string | null
      >`min(${partnerRewards.clearsAt}) filter (where ${partnerRewards.reversedRewardId} is null and ${partnerRewards.settledAt} is not null)`,
    })
    .from(partnerRewards)
    .where(
      and(
        eq(partnerRewards.partnerId, partnerId),
        or(gt(partnerRewards.clearsAt, now), isNull(partnerRewards.settledAt)),
      ),
    );
  return { cents: row?.cents ?? 0, nextAt: row?.nextAt ? new Date(row.nextAt) : null };
}
