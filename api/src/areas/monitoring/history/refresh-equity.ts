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

/** Sums up the equity of a day and all after it from the stored snapshots: where a cash flow came to be known late. */
export async function refreshEquity(tx: Tx, accountId: string, from: string): Promise<void> {
  const start = new Date(`${from}T00:00:00Z`);
  const kept = await tx
    .select()
    .from(snapshots)
    .where(and(eq(snapshots.accountId, accountId), gte(snapshots.at, start)))
    .orderBy(asc(snapshots.at));
  if (kept.length === 0) return;
  const since = await lastBefore(tx, accountId, start);
  const operations = await operationsBetween(tx, accountId, start);
  const list = kept.map((row): EquitySnapshot => ({ ...row, time: row.at.getTime() }));
  await write(tx, accountId, [...equityDays(list, operations, since)]);
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
