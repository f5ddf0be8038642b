import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { cachePerRequest } from "#api/db/request-cache";
import { dayOf } from "#contract/day";

type Span = { first: number; last: number };

const momentsOf = (id: SQL) => sql`
    (extract(epoch from least(
        (select min(at) from monitoring_deals where account_id = ${id}),
        (select min(closed_at) from monitoring_trades where account_id = ${id}),
        (select min(opened_at) from monitoring_trades where account_id = ${id}),
        (select min(at) from monitoring_snapshots where account_id = ${id}))) * 1000)::text as first,
      (extract(epoch from greatest(
        (select max(at) from monitoring_deals where account_id = ${id}),
        (select max(closed_at) from monitoring_trades where account_id = ${id}),
        (select max(at) from monitoring_snapshots where account_id = ${id}))) * 1000)::text as last`;

type Row = { first: string | null; last: string | null };
const spanFrom = (row: Row | undefined): Span | null =>
  row?.first && row.last ? { first: Number(row.first), last: Number(row.last) } : null;

/**
 * Returns the first and the last known moment of an account's history, epoch milliseconds; null if there is none.
 * Read from indexes.
 */
export const spanOf = cachePerRequest(
  "monitoring span",
  async (db: Database, accountId: string): Promise<Span | null> => {
    const { rows } = await db.execute<Row>(sql`select ${momentsOf(sql`${accountId}`)}`);
    return spanFrom(rows[0]);
  },
);

/** Returns the first and the last day of a history, from which its page, badge and picture count its days. */
export async function daySpanOf(
  db: Database,
  accountId: string,
): Promise<{ since: string; until: string } | null> {
  const span = await spanOf(db, accountId);
  return span && { since: dayOf(span.first), until: dayOf(span.last) };
}

/** Like `daySpanOf`, for many accounts in one query. */
export async function spansOf(db: Database, accounts: readonly { id: string }[]): Promise<Map<string, Span>> {
  const ids = sql.join(
    accounts.map(({ id }) => sql`${id}`),
    sql`, `,
  );
  const { rows } = await db.execute<Row & { id: string }>(
    sql`select listed.id, ${momentsOf(sql`listed.id`)} from unnest(array[${ids}]::text[]) as listed(id)`,
  );
  return new Map(
    rows.flatMap((row): [string, Span][] => {
      const span = spanFrom(row);
      return span ? [[row.id, span]] : [];
    }),
  );
}
