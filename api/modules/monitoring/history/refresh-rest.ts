import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Database } from "#api/db/connect";
import { monitoringTrades as trades } from "#api/db/schema/monitoring-history";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import { enqueue } from "#api/queue/enqueue";
import { job } from "#api/queue/job";
import { isDirty } from "./change";
import type { Account } from "./refresh";
import { refresh, refreshKnown } from "./refresh";

/** A reader waits so long for figures of the moment. */
const patienceMilliseconds = 2_000;

/** Sums up what of a history is stale, each piece in a transaction of its own: where it was stopped, the next one goes on. */
export async function refreshWhole(db: Database, accountId: string): Promise<void> {
  while (await transaction(db, (tx) => refresh(tx, accountId)));
}

export const refreshRest = job(
  "monitoring-refresh",
  z.object({ accountId: z.string() }),
  async ({ accountId }, { db }) => {
    await refreshWhole(db, accountId);
    await tellPlanner(db, accountId);
  },
  { lane: "slow" },
);

/**
 * PostgreSQL finds out within a minute or two by itself what a long history has changed. Until then it may put a hundred thousand trades in
 * order for each page of them: where one account is a tenth of what it knows of, it is told at once (docs/adr/0017).
 */
async function tellPlanner(db: Database, accountId: string): Promise<void> {
  const { rows } = await db.execute<{ is_much: boolean }>(sql`
    select count(*) * 10 > (select reltuples from pg_class where oid = 'monitoring_trades'::regclass) as is_much
    from ${trades} where ${trades.accountId} = ${accountId}`);
  if (rows[0]?.is_much) await db.execute(sql`analyze ${trades}`);
}

const leaveRest = (tx: Tx, accountId: string) => enqueue(tx, refreshRest, { accountId }, { key: accountId });

/** The first piece now, with what was just stored; the rest by a job. */
export async function refreshSoon(tx: Tx, accountId: string): Promise<void> {
  if (await refresh(tx, accountId)) await leaveRest(tx, accountId);
}

/** The same of an account whose row is locked and known; gives what became of it. */
export async function refreshKnownSoon(tx: Tx, account: Account): Promise<Account> {
  const refreshed = await refreshKnown(tx, account);
  if (isDirty(refreshed)) await leaveRest(tx, account.id);
  return refreshed;
}

/** For a reader: all of it where two seconds are enough; the rest by a job, and what is known so far is shown meanwhile. */
export async function refreshForViewer(db: Database, accountId: string): Promise<void> {
  const until = performance.now() + patienceMilliseconds;
  while (await transaction(db, (tx) => refresh(tx, accountId)))
    if (performance.now() > until) return transaction(db, (tx) => leaveRest(tx, accountId));
}
