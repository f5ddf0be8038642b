import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { Tx } from "#api/db/transaction";
import { coverage } from "#api/modules/monitoring/statistics/coverage";
import { endOfTrades } from "./chunk";

/**
 * Counts anew how long positions were open on a day and those after it, whole days in which about `rows` trades closed.
 *
 * @returns the day to go on with (null: there is none), and statements to be run
 */
export async function refreshCoverage(
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
