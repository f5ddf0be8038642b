import { sql } from "drizzle-orm";
import type { Tx } from "#api/db/transaction";
import { dayMilliseconds, dayOf } from "#contract/day";

/** So many rows are summed up at once, and the rest of the day of the last of them (docs/decisions/0166). */
export const rowsOfPiece = 10_000;

type Found = { next: string | null; first: string | null };

/** The day before which a piece ends: that of the first row that is too many, and at least the one after its first; null: all fits. */
function endOf({ next, first }: Found): string | null {
  if (next === null || first === null) return null;
  const second = dayOf(Date.parse(`${first}T00:00:00Z`) + dayMilliseconds);
  return next > second ? next : second;
}

const startOf = (day: string) => sql`${`${day}T00:00:00Z`}::timestamptz`;

/** Where a piece of about `rows` trades and as many operations ends that begins with a day. */
export async function endOfEvents(
  tx: Tx,
  accountId: string,
  from: string,
  rows: number,
): Promise<string | null> {
  const trades = sql`select (closed_at at time zone 'UTC')::date::text as day from monitoring_trades
    where account_id = ${accountId} and closed_at >= ${startOf(from)} order by closed_at`;
  const operations = sql`select (at at time zone 'UTC')::date::text as day from monitoring_deals
    where account_id = ${accountId} and type not in ('buy', 'sell') and at >= ${startOf(from)} order by at`;
  return find(tx, [trades, operations], rows);
}

/** The same of the snapshots of its equity. */
export async function endOfSnapshots(
  tx: Tx,
  accountId: string,
  from: string,
  rows: number,
): Promise<string | null> {
  const kept = sql`select (at at time zone 'UTC')::date::text as day from monitoring_snapshots
    where account_id = ${accountId} and at >= ${startOf(from)} order by at`;
  return find(tx, [kept], rows);
}

/** The same of trades alone. */
export async function endOfTrades(
  tx: Tx,
  accountId: string,
  from: string,
  rows: number,
): Promise<string | null> {
  const closed = sql`select (closed_at at time zone 'UTC')::date::text as day from monitoring_trades
    where account_id = ${accountId} and closed_at >= ${startOf(from)} order by closed_at`;
  return find(tx, [closed], rows);
}

async function find(tx: Tx, lists: ReturnType<typeof sql>[], rows: number): Promise<string | null> {
  const least = (piece: (list: ReturnType<typeof sql>) => ReturnType<typeof sql>) =>
    sql`least(${sql.join(
      lists.map((list) => sql`(${piece(list)})`),
      sql`, `,
    )})`;
  const { rows: found } = await tx.execute<Found>(
    sql`select ${least((list) => sql`${list} offset ${rows} limit 1`)} as next, ${least((list) => sql`${list} limit 1`)} as first`,
  );
  return endOf(found[0] ?? { next: null, first: null });
}
