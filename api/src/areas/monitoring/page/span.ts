import { sql } from "drizzle-orm";
import type { Database } from "#api/db/connect";

/** The first and the last moment known of an account's history, epoch milliseconds; null where nothing is. Read from indexes. */
export async function spanOf(
  db: Database,
  accountId: string,
): Promise<{ first: number; last: number } | null> {
  const { rows } = await db.execute<{ first: string | null; last: string | null }>(sql`
    select (extract(epoch from least(
        (select min(at) from monitoring_deals where account_id = ${accountId}),
        (select min(closed_at) from monitoring_trades where account_id = ${accountId}),
        (select min(opened_at) from monitoring_trades where account_id = ${accountId}),
        (select min(at) from monitoring_snapshots where account_id = ${accountId}))) * 1000)::text as first,
      (extract(epoch from greatest(
        (select max(at) from monitoring_deals where account_id = ${accountId}),
        (select max(closed_at) from monitoring_trades where account_id = ${accountId}),
        (select max(at) from monitoring_snapshots where account_id = ${accountId}))) * 1000)::text as last`);
  const row = rows[0];
  return row?.first && row.last ? { first: Number(row.first), last: Number(row.last) } : null;
}
