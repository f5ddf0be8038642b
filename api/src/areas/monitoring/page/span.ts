import { sql } from "drizzle-orm";
import { askedOnce } from "#api/db/asked-once";
import type { Database } from "#api/db/connect";

type Span = { first: number; last: number };

/** The first and the last moment known of an account's history, epoch milliseconds; null where nothing is. Read from indexes. */
export const spanOf = askedOnce(
  "monitoring span",
  async (db: Database, accountId: string): Promise<Span | null> => {
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
  },
);
