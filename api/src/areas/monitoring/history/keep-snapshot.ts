import { and, eq, sql } from "drizzle-orm";
import { joinEquity, noEquity, ofDay, ofSnapshot } from "#api/areas/monitoring/statistics/equity";
import type { EquitySnapshot } from "#api/areas/monitoring/statistics/history";
import { equityFrom } from "#api/areas/monitoring/statistics/serial";
import { monitoringDays as days, monitoringSnapshots as snapshots } from "#api/db/schema/monitoring-history";
import type { Tx } from "#api/db/transaction";
import { dayMilliseconds, dayOf } from "#contract/day";
import { operationsBetween, writeEquity } from "./equity-rows";
import { forgetMonths } from "./months";

const minute = 60_000;

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
  await writeEquity(tx, accountId, [
    [day, ofDay(day, joinEquity(known, ofSnapshot(snapshot, flowed)), flows)],
  ]);
  await forgetMonths(tx, accountId, day);
  return false;
}
