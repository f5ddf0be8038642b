import { and, asc, eq, gte, inArray, lt, sql } from "drizzle-orm";
import type { EquitySummary } from "#api/areas/monitoring/statistics/equity";
import { joinEquity, noEquity, ofDay, ofSnapshot } from "#api/areas/monitoring/statistics/equity";
import type { BalanceOperation, EquitySnapshot } from "#api/areas/monitoring/statistics/history";
import { equityFrom, toJson } from "#api/areas/monitoring/statistics/serial";
import { equityDays } from "#api/areas/monitoring/statistics/statistics";
import {
  monitoringDays as days,
  monitoringDeals as deals,
  monitoringSnapshots as snapshots,
} from "#api/db/schema/monitoring-history";
import type { Tx } from "#api/db/transaction";
import { chunks } from "#api/values/chunks";
import { dayMilliseconds, dayOf } from "#contract/day";
import { forgetMonths } from "./months";
import { endOfSnapshots, rowsOfPiece } from "./piece";

const minute = 60_000;

async function operationsBetween(
  tx: Tx,
  accountId: string,
  from: Date,
  to?: Date,
): Promise<BalanceOperation[]> {
  const rows = await tx
    .select({ ticket: deals.ticket, type: deals.type, at: deals.at, profit: deals.profit })
    .from(deals)
    .where(
      and(
        eq(deals.accountId, accountId),
        inArray(deals.type, ["balance", "credit", "correction"] as const),
        gte(deals.at, from),
        to && lt(deals.at, to),
      ),
    );
  return rows.map(({ ticket, type, at, profit }) => ({
    ticket,
    type: type as BalanceOperation["type"],
    time: at.getTime(),
    amount: profit,
  }));
}

async function write(tx: Tx, accountId: string, entries: [string, EquitySummary][]): Promise<void> {
  for (const some of chunks(entries, 1_000)) {
    await tx
      .insert(days)
      .values(
        some.map(([day, equity]) => ({
          accountId,
          day,
          equity: toJson(equity),
          equityClose: equity.path?.last ?? null,
        })),
      )
      .onConflictDoUpdate({
        target: [days.accountId, days.day],
        set: { equity: sql`excluded.equity`, equityClose: sql`excluded.equity_close` },
      });
  }
}

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
  rows = rowsOfPiece,
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
  await write(tx, accountId, found);
  return until;
}

async function lastBefore(tx: Tx, accountId: string, at: Date): Promise<number | null> {
  const [row] = await tx
    .select({ at: sql<string | null>`max(${snapshots.at})` })
    .from(snapshots)
    .where(and(eq(snapshots.accountId, accountId), lt(snapshots.at, at)));
  return row?.at ? new Date(row.at).getTime() : null;
}

/**
 * Keeps the terminal's state of this minute (the last of a minute stays) and adds it to its day's equity. One that is older than
 * what is known is kept for the chart, and its day is summed up anew.
 *
 * @returns whether `refreshEquity` has to do the rest
 */
export async function keepSnapshot(tx: Tx, accountId: string, snapshot: EquitySnapshot): Promise<boolean> {
  const { time, ...values } = snapshot;
  const at = new Date(Math.floor(time / minute) * minute);
  const [newest] = await tx
    .select({ at: sql<string | null>`max(${snapshots.at})` })
    .from(snapshots)
    .where(eq(snapshots.accountId, accountId));
  const previous = newest?.at ? new Date(newest.at).getTime() : null;
  await tx
    .insert(snapshots)
    .values({ accountId, at, ...values })
    .onConflictDoUpdate({ target: [snapshots.accountId, snapshots.at], set: values });
  if (previous !== null && at.getTime() < previous) return true;
  const day = dayOf(at.getTime());
  const start = new Date(`${day}T00:00:00Z`);
  const [row] = await tx
    .select({ equity: days.equity })
    .from(days)
    .where(and(eq(days.accountId, accountId), eq(days.day, day)));
  const known = row?.equity ? equityFrom(row.equity) : noEquity;
  const operations = await operationsBetween(
    tx,
    accountId,
    new Date(Math.min(previous ?? time, start.getTime())),
    new Date(start.getTime() + dayMilliseconds),
  );
  const flowed = previous !== null && operations.some((item) => item.time > previous && item.time <= time);
  const flows = { before: 0n, after: 0n };
  for (const item of operations)
    if (item.time >= start.getTime()) flows[item.time <= time ? "before" : "after"] += item.amount;
  await write(tx, accountId, [[day, ofDay(day, joinEquity(known, ofSnapshot(snapshot, flowed)), flows)]]);
  await forgetMonths(tx, accountId, day);
  return false;
}
