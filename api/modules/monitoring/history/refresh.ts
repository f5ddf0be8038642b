import type { SQL } from "drizzle-orm";
import { and, asc, eq, gte, lt, sql } from "drizzle-orm";
import { withWrites } from "#api/db/batch";
import { monitoringAccounts as accounts } from "#api/db/schema/monitoring";
import { monitoringSnapshots as snapshots } from "#api/db/schema/monitoring-history";
import type { Tx } from "#api/db/transaction";
import { coverage } from "#api/modules/monitoring/statistics/coverage";
import type { EquitySnapshot } from "#api/modules/monitoring/statistics/history";
import { equityDays } from "#api/modules/monitoring/statistics/statistics";
import { dayOf } from "#contract/day";
import { chunkOfEvents, endOfSnapshots, endOfTrades, rowsOfChunk } from "./chunk";
import type { DirtyRanges } from "./dirty-ranges";
import { isDirty } from "./dirty-ranges";
import { operationsBetween, writeEquity } from "./equity-rows";
import { closeMonths, forgetMonths, hasOpenMonths } from "./months";
import { openingBalance } from "./opening-balance";
import { anyDay } from "./period";
import { refreshDays } from "./refresh-days";

export type Account = typeof accounts.$inferSelect;

const dayOrNull = (time: number) => (Number.isFinite(time) ? dayOf(time) : null);
const earlier = (column: "stale_from" | "equity_stale_from" | "coverage_stale_from", day: string | null) =>
  sql`least(${sql.identifier(column)}, ${day}::date)`;

/** Returns the columns of an account's row that mark a change as dirty. */
export const dirtySince = (change: DirtyRanges) => ({
  dirtyFrom: earlier("stale_from", dayOrNull(change.events)),
  equityDirtyFrom: earlier("equity_stale_from", dayOrNull(change.flows)),
  coverageDirtyFrom: earlier("coverage_stale_from", dayOrNull(change.coverage)),
});

/** Marks what has to be summed up anew; `refresh` does it, at the latest when someone views the account. */
export async function markDirty(tx: Tx, accountId: string, change: DirtyRanges): Promise<void> {
  await tx.update(accounts).set(dirtySince(change)).where(eq(accounts.id, accountId));
}

/**
 * Sums up the days that changed and those after them, in chunks of about `rows` rows. The rest stays marked, and the
 * next call continues there, whatever happened in between. New trades cost as much as their own day holds, whatever
 * the length of the history; a late trade costs the days since. Call it with the account's row locked, and call it
 * again in a new transaction if it returns true.
 *
 * @returns whether more remains to be done
 */
export async function refresh(tx: Tx, accountId: string, rows = rowsOfChunk): Promise<boolean> {
  const [account] = await tx.select().from(accounts).where(eq(accounts.id, accountId)).for("update");
  return account ? isDirty(await refreshKnown(tx, account, rows)) : false;
}

/** Like `refresh`, for an account row that is already locked and loaded; returns the updated row. */
export async function refreshKnown(tx: Tx, account: Account, rows = rowsOfChunk): Promise<Account> {
  const { id: accountId } = account;
  let { opening, dirtyFrom, equityDirtyFrom, coverageDirtyFrom } = account;
  const changed: string[] = [];
  let writes: SQL[] = [];
  if (dirtyFrom) {
    const begun = await chunkOfEvents(tx, accountId, dirtyFrom, rows);
    if (begun.isBeforeCheckpoint) opening = await openingBalance(tx, account);
    const isMoved = opening !== account.opening;
    const chunk = isMoved ? await chunkOfEvents(tx, accountId, anyDay.from, rows) : begun;
    changed.push(chunk.from);
    await refreshDays(tx, accountId, chunk, opening);
    dirtyFrom = chunk.until;
  }
  if (!dirtyFrom && equityDirtyFrom) {
    changed.push(equityDirtyFrom);
    equityDirtyFrom = await refreshEquity(tx, accountId, equityDirtyFrom, rows);
  }
  if (!dirtyFrom && !equityDirtyFrom && coverageDirtyFrom) {
    changed.push(coverageDirtyFrom);
    ({ until: coverageDirtyFrom, writes } = await refreshCoverage(tx, accountId, coverageDirtyFrom, rows));
  }
  const [first] = changed.sort();
  if (!first) return account;
  const remaining = { opening, dirtyFrom, equityDirtyFrom, coverageDirtyFrom };
  const noted = tx.update(accounts).set(remaining).where(eq(accounts.id, accountId));
  const [before] = await withWrites(tx, [forgetMonths(accountId, first), noted, ...writes])
    .select({ hasOpenMonths: hasOpenMonths(accountId, first) })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  const refreshed = { ...account, ...remaining };
  if (before?.hasOpenMonths && !isDirty(refreshed)) await closeMonths(tx, accountId);
  return refreshed;
}

/**
 * Recounts how long positions were open from a day on, in whole days in which about `rowsAtOnce` trades closed.
 *
 * @returns the day to continue with (null if done), and statements to run
 */
async function refreshCoverage(
  tx: Tx,
  accountId: string,
  from: string,
  rowsAtOnce: number,
): Promise<{ until: string | null; writes: SQL[] }> {
  const start = `${from}T00:00:00Z`;
  const { rows } = await tx.execute<{ until: string | null; opened: string | null; closed: string }>(sql`
    with piece as materialized (select ${endOfTrades(accountId, from, rowsAtOnce)} as until)
    select p.until, extract(epoch from t.opened_at)::text as opened, extract(epoch from t.closed_at)::text as closed
    from piece p left join monitoring_trades t on t.account_id = ${accountId} and t.closed_at >= ${start}::timestamptz
      and t.opened_at < coalesce(p.until::timestamp at time zone 'UTC', 'infinity')`);
  const until = rows[0]?.until ?? null;
  const end = until && `${until}T00:00:00Z`;
  const intervals = rows.flatMap(({ opened, closed }): [number, number][] =>
    opened === null ? [] : [[Number(opened) * 1000, Number(closed) * 1000]],
  );
  const days = [...coverage(intervals, Date.parse(start), end ? Date.parse(end) : undefined)];
  const names = days.map(([day]) => day);
  const seconds = days.map(([, covered]) => Math.round(covered));
  const emptied = sql`
    update monitoring_days set covered = 0
    where account_id = ${accountId} and day >= ${from}::date and (${until}::date is null or day < ${until}::date) and covered <> 0
      and day <> all(${sql.param(names)}::date[])`;
  const counted = sql`
    insert into monitoring_days (account_id, day, covered)
    select ${accountId}, day, covered from unnest(${sql.param(names)}::date[], ${sql.param(seconds)}::int[]) as c(day, covered)
    on conflict (account_id, day) do update set covered = excluded.covered`;
  return { until, writes: [emptied, counted] };
}

/**
 * Sums up the equity from a day on from the stored snapshots, in whole days of about `rows` snapshots. Needed if a
 * cash flow becomes known late.
 *
 * @returns the day to continue with; null if done
 */
async function refreshEquity(
  tx: Tx,
  accountId: string,
  from: string,
  rows = rowsOfChunk,
): Promise<string | null> {
  const until = await endOfSnapshots(tx, accountId, from, rows);
  const start = new Date(`${from}T00:00:00Z`);
  const end = until ? new Date(`${until}T00:00:00Z`) : undefined;
  const storedRows = await tx
    .select()
    .from(snapshots)
    .where(and(eq(snapshots.accountId, accountId), gte(snapshots.at, start), end && lt(snapshots.at, end)))
    .orderBy(asc(snapshots.at));
  const since = await lastBefore(tx, accountId, start);
  // a flow since the last snapshot belongs to the next snapshot, on whichever day that is
  const operations = await operationsBetween(
    tx,
    accountId,
    since === null ? start : new Date(since + 1),
    end,
  );
  const list = storedRows.map((row): EquitySnapshot => ({ ...row, time: row.at.getTime() }));
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
