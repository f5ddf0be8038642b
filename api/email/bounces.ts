import { eq, sql } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { mailReturns } from "#api/db/schema/email";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { dayMilliseconds } from "#contract/day";

/** A full or unavailable mailbox may recover: this many failures within these days stop it. */
const failuresUntilStop = 5;
const countedDays = 14;

export type Bounce = {
  address: string;
  /** The mailbox does not exist; a temporary failure; its owner marked our emails as spam. */
  kind: "gone" | "failed" | "complaint";
  reason: string;
};

/**
 * Records a bounced email. Nothing more is sent to an address that is gone, that complained, or that fails
 * repeatedly.
 */
export async function recordBounce(
  { clock }: Pick<Deps, "clock">,
  db: Database | Tx,
  { address, kind, reason }: Bounce,
): Promise<void> {
  const now = clock.now();
  const fresh = {
    failures: kind === "failed" ? 1 : 0,
    countedFrom: now,
    stoppedAt: kind === "failed" ? null : now,
    reason: reason.slice(0, 500),
  };
  const isOver = sql`${mailReturns.countedFrom} < ${new Date(now.getTime() - countedDays * dayMilliseconds).toISOString()}`;
  const failures = sql`case when ${isOver} then 1 else ${mailReturns.failures} + 1 end`;
  const again =
    kind === "failed"
      ? {
          failures,
          countedFrom: sql`case when ${isOver} then ${now.toISOString()} else ${mailReturns.countedFrom} end`,
          stoppedAt: sql`case when ${failures} >= ${failuresUntilStop} then coalesce(${mailReturns.stoppedAt}, ${now.toISOString()}) else ${mailReturns.stoppedAt} end`,
          reason: fresh.reason,
        }
      : { stoppedAt: sql`coalesce(${mailReturns.stoppedAt}, ${now.toISOString()})`, reason: fresh.reason };
  await db
    .insert(mailReturns)
    .values({ address: address.toLowerCase(), ...fresh })
    .onConflictDoUpdate({ target: mailReturns.address, set: again });
}

/** Returns whether emails to an address have been stopped. */
export async function isStopped(db: Database | Tx, address: string): Promise<boolean> {
  const [row] = await db
    .select({ stoppedAt: mailReturns.stoppedAt })
    .from(mailReturns)
    .where(eq(mailReturns.address, address.toLowerCase()));
  return Boolean(row?.stoppedAt);
}
