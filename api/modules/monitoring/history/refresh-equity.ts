import { and, asc, eq, gte, lt, sql } from "drizzle-orm";
import { monitoringSnapshots as snapshots } from "#api/db/schema/monitoring-history";
import type { Tx } from "#api/db/transaction";
import type { EquitySnapshot } from "#api/modules/monitoring/statistics/history";
import { equityDays } from "#api/modules/monitoring/statistics/statistics";
import { endOfSnapshots, rowsOfChunk } from "./chunk";
import { operationsBetween, writeEquity } from "./equity-rows";

/**
 * Sums up the equity of a day and those after it from the stored snapshots, whole days of about `rows` of them: where a cash flow came
 * to be known late.
 *
 * @returns the day to go on with; null: there is none
 */
export async function refreshEquity(
  tx: Tx,
  accountId: string,
  from: string,
  rows = rowsOfChunk,
): Promise<string | null> {
  const until = await endOfSnapshots(tx, accountId, from, rows);
  const start = new Date(`${from}T00:00:00Z`);
  const end = until ? new Date(`${until}T00:00:00Z`) : undefined;
  const kept = await tx
    .select()
    .from(snapshots)
    .where(and(eq(snapshots.accountId, accountId), gte(snapshots.at, start), end && lt(snapshots.at, end)))
    .orderBy(asc(snapshots.at));
  const since = await lastBefore(tx, accountId, start);
  // a flow since the last snapshot belongs to the next one, on whichever day that is
  const operations = await operationsBetween(
    tx,
    accountId,
    since === null ? start : new Date(since + 1),
    end,
  );
  const list = kept.map((row): EquitySnapshot => ({ ...row, time: row.at.getTime() }));
  const found = [...equityDays(list, operations, since)].filter(([day]) => day >= from);
  for (const some of writeEquity(tx, accountId, found)) await some;
  return until;
}

async function lastBefore(tx: Tx, accountId: string, at: Date): Promise<number | null> {
  const [row] = await tx
    .select({ at: sql<string | null>`max(${snapshots.at})` })
    .from(snapshots)
    .where(and(eq(snapshots.accountId, accountId), lt(snapshots.at, at)));
  return row?.at ? new Date(row.at).getTime() : null;
}
