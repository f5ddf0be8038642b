import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { Tx } from "#api/db/transaction";
import type { Decimal } from "#api/values/decimal";
import { parseDecimal } from "#api/values/decimal";
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

/** What the last day with events before a piece says: the balance it closed with, and its last trade's number. */
type Before = { closing: Decimal | null; lastSeq: number };

/** Where a piece of about `rows` trades and as many operations ends that begins with a day, and what was before it. */
export async function pieceOfEvents(
  tx: Tx,
  accountId: string,
  from: string,
  rows: number,
): Promise<{ until: string | null; before: Before }> {
  const trades = sql`select (closed_at at time zone 'UTC')::date::text as day from monitoring_trades
    where account_id = ${accountId} and closed_at >= ${startOf(from)} order by closed_at`;
  const operations = sql`select (at at time zone 'UTC')::date::text as day from monitoring_deals
    where account_id = ${accountId} and type not in ('buy', 'sell') and at >= ${startOf(from)} order by at`;
  const last = sql`from monitoring_days where account_id = ${accountId} and day < ${from}::date and closing is not null
    order by day desc limit 1`;
  const { rows: found } = await tx.execute<Found & { closing: string | null; lastSeq: number | null }>(
    sql`select ${ends([trades, operations], rows)}, (select closing::text ${last}) as closing, (select last_seq ${last}) as "lastSeq"`,
  );
  const { closing = null, lastSeq = null, ...end } = found[0] ?? nothing;
  return { until: endOf(end), before: { closing: parseDecimal(closing ?? ""), lastSeq: lastSeq ?? 0 } };
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
  return find(tx, kept, rows);
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
  return find(tx, closed, rows);
}

const nothing = { next: null, first: null, closing: null, lastSeq: null };

function ends(lists: SQL[], rows: number): SQL {
  const least = (piece: (list: SQL) => SQL) =>
    sql`least(${sql.join(
      lists.map((list) => sql`(${piece(list)})`),
      sql`, `,
    )})`;
  return sql`${least((list) => sql`${list} offset ${rows} limit 1`)} as next, ${least((list) => sql`${list} limit 1`)} as first`;
}

async function find(tx: Tx, list: SQL, rows: number): Promise<string | null> {
  const { rows: found } = await tx.execute<Found>(sql`select ${ends([list], rows)}`);
  return endOf(found[0] ?? nothing);
}
