import { sql } from "drizzle-orm";
import { coverage } from "#api/areas/monitoring/statistics/coverage";
import type { Tx } from "#api/db/transaction";

/** Counts anew how long positions were open on a day and all after it. */
export async function refreshCoverage(tx: Tx, accountId: string, from: string): Promise<void> {
  const start = `${from}T00:00:00Z`;
  const { rows } = await tx.execute<{ opened: string; closed: string }>(sql`
    select extract(epoch from opened_at)::text as opened, extract(epoch from closed_at)::text as closed from monitoring_trades
    where account_id = ${accountId} and closed_at >= ${start}::timestamptz and opened_at is not null`);
  const intervals = rows.map(({ opened, closed }): [number, number] => [
    Number(opened) * 1000,
    Number(closed) * 1000,
  ]);
  const days = [...coverage(intervals, Date.parse(start))];
  const names = days.map(([day]) => day);
  const seconds = days.map(([, covered]) => Math.round(covered));
  await tx.execute(
    sql`update monitoring_days set covered = 0 where account_id = ${accountId} and day >= ${from}::date and covered <> 0`,
  );
  await tx.execute(sql`
    insert into monitoring_days (account_id, day, covered)
    select ${accountId}, day, covered from unnest(${sql.param(names)}::date[], ${sql.param(seconds)}::int[]) as c(day, covered)
    on conflict (account_id, day) do update set covered = excluded.covered`);
}
