import type { SQLWrapper } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { monitoringSnapshots as snapshots } from "#api/db/schema/monitoring-history";
import type { Tx } from "#api/db/transaction";
import { noEquity, withSnapshot } from "#api/modules/monitoring/statistics/equity";
import type { EquitySnapshot } from "#api/modules/monitoring/statistics/history";
import { equityFrom } from "#api/modules/monitoring/statistics/serialize";
import { dayOf } from "#contract/day";
import type { Decimal } from "#statements/decimal";
import { parseDecimal } from "#statements/decimal";
import { flowKinds, writeEquity } from "./equity-rows";
import { isImportedSince } from "./imported";
import { forgetMonths } from "./months";

const minute = 60_000;

/**
 * Stores the terminal's state of this minute (the last one of a minute wins) and adds it to its day's equity. A state
 * older than the newest is stored for the chart, and its day is summed up anew.
 *
 * @returns whether `refreshEquity` has to do the rest, and statements to run
 */
export function storeSnapshot(
  tx: Tx,
  accountId: string,
  snapshot: EquitySnapshot,
  { previous, equity, operations }: Before,
): { isLate: boolean; writes: SQLWrapper[] } {
  const { time, ...values } = snapshot;
  const at = new Date(Math.floor(time / minute) * minute);
  const day = dayOf(time);
  const start = Date.parse(`${day}T00:00:00Z`);
  const storedSnapshot = tx
    .insert(snapshots)
    .values({ accountId, at, ...values })
    .onConflictDoUpdate({ target: [snapshots.accountId, snapshots.at], set: values });
  if (previous !== null && at.getTime() < previous) return { isLate: true, writes: [storedSnapshot] };
  const dayEquity = equity ? equityFrom(equity) : noEquity;
  const flowed = previous !== null && operations.some((item) => item.time > previous && item.time <= time);
  const flows = { before: 0n, after: 0n };
  for (const item of operations)
    if (item.time >= start) flows[item.time <= time ? "before" : "after"] += item.amount;
  const summed = withSnapshot(day, dayEquity, snapshot, flowed, flows);
  return {
    isLate: false,
    writes: [storedSnapshot, ...writeEquity(tx, accountId, [[day, summed]]), forgetMonths(accountId, day)],
  };
}

type Before = {
  /** Time of the newest snapshot in epoch ms; null if there is none. */
  previous: number | null;
  /** Stored equity summary of the day the snapshot is added to. */
  equity: string | null;
  /** Cash flows since the start of the day or the newest snapshot, whichever is earlier, up to the end of the day. */
  operations: { time: number; amount: Decimal }[];
  isImported: boolean;
};

/**
 * Returns the state a snapshot of a moment is added to, and whether to look for imported duplicates among what
 * arrived `since`. Dropping duplicate flows marks their days' equity dirty, so it does not matter that they are still
 * counted here.
 */
export async function beforeSnapshot(
  tx: Tx,
  accountId: string,
  { time, since }: { time: number; since: number },
): Promise<Before> {
  const newest = sql`(select max(at) from monitoring_snapshots where account_id = ${accountId})`;
  const day = dayOf(time);
  const start = sql`${`${day}T00:00:00Z`}::timestamptz`;
  const { rows } = await tx.execute<{
    previous: number | null;
    equity: string | null;
    flows: { time: number; amount: string }[];
    is_imported: boolean;
  }>(sql`
    select (extract(epoch from ${newest}) * 1000)::float8 as previous,
      (select equity from monitoring_days where account_id = ${accountId} and day = ${day}::date) as equity,
      coalesce((select json_agg(json_build_object('time', trunc(extract(epoch from at) * 1000), 'amount', profit::text))
        from monitoring_deals where account_id = ${accountId} and type in ${flowKinds}
          and at >= least(${start}, coalesce(${newest}, ${new Date(time).toISOString()}::timestamptz)) and at < ${start} + interval '1 day'), '[]') as flows,
      ${isImportedSince(accountId, since)} as is_imported`);
  const [{ previous, equity, flows, is_imported: isImported } = nothing] = rows;
  const operations = flows.map((one) => ({ time: one.time, amount: parseDecimal(one.amount) ?? 0n }));
  return { previous, equity, operations, isImported };
}

const nothing = { previous: null, equity: null, flows: [], is_imported: false };
