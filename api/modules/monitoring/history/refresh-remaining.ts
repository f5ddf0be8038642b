import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Database } from "#api/db/connect";
import { monitoringTrades as trades } from "#api/db/schema/monitoring-history";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import { enqueue } from "#api/queue/enqueue";
import { job } from "#api/queue/job";
import { isDirty } from "./dirty-ranges";
import type { Account } from "./refresh";
import { refresh, refreshKnown } from "./refresh";

/** A viewer waits at most this long for current figures. */
const viewerTimeoutMs = 2_000;

/**
 * Sums up the dirty part of a history, each chunk in its own transaction, so that the next run continues where one
 * was interrupted.
 */
export async function refreshWhole(db: Database, accountId: string): Promise<void> {
  while (await transaction(db, (tx) => refresh(tx, accountId)));
}

export const refreshRemaining = job(
  "monitoring-refresh",
  z.object({ accountId: z.string() }),
  async ({ accountId }, { db }) => {
    await refreshWhole(db, accountId);
    await updatePlannerStatistics(db, accountId);
  },
  { lane: "slow" },
);

/**
 * Runs `analyze` after a large change. PostgreSQL's autovacuum notices it only after a minute or two; until then, it
 * may sort a hundred thousand trades for each page of them. Applies if the account has more than a tenth of the rows
 * counted in the statistics (docs/adr/0017).
 */
async function updatePlannerStatistics(db: Database, accountId: string): Promise<void> {
  const { rows } = await db.execute<{ is_much: boolean }>(sql`
    select count(*) * 10 > (select reltuples from pg_class where oid = 'monitoring_trades'::regclass) as is_much
    from ${trades} where ${trades.accountId} = ${accountId}`);
  if (rows[0]?.is_much) await db.execute(sql`analyze ${trades}`);
}

const leaveRest = (tx: Tx, accountId: string) =>
  enqueue(tx, refreshRemaining, { accountId }, { key: accountId });

/** Sums up the first chunk now, in the transaction that stored the rows; a job does the rest. */
export async function refreshSoon(tx: Tx, accountId: string): Promise<void> {
  if (await refresh(tx, accountId)) await leaveRest(tx, accountId);
}

/** Like `refreshSoon`, for an account whose row is already locked and loaded; returns the updated row. */
export async function refreshKnownSoon(tx: Tx, account: Account): Promise<Account> {
  const refreshed = await refreshKnown(tx, account);
  if (isDirty(refreshed)) await leaveRest(tx, account.id);
  return refreshed;
}

/**
 * Sums up everything if two seconds are enough. Otherwise a job does the rest and the viewer sees what is known so
 * far.
 */
export async function refreshForViewer(db: Database, accountId: string): Promise<void> {
  const until = performance.now() + viewerTimeoutMs;
  while (await transaction(db, (tx) => refresh(tx, accountId)))
    if (performance.now() > until) return transaction(db, (tx) => leaveRest(tx, accountId));
}
