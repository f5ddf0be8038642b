import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { Tx } from "#api/db/transaction";
import type { Decimal } from "#statements/decimal";
import { parseDecimal } from "#statements/decimal";

/** Number of rows summed up at a time, plus the rest of the last row's day (docs/adr/0022). */
export const rowsOfChunk = 10_000;

const startOf = (day: string) => sql`${`${day}T00:00:00Z`}::timestamptz`;

export type Chunk = {
  from: string;
  /** The day before which the chunk ends; null if everything fits. */
  until: string | null;
  /** The closing balance and the last trade's number of the last day with events before the chunk. */
  before: { closing: Decimal | null; lastSeq: number };
  /** Whether the change can affect the checkpoints from which the opening follows; new trades never do. */
  isBeforeCheckpoint: boolean;
};

/** Returns a chunk of about `rows` trades and as many operations that begins at a day boundary. */
export async function chunkOfEvents(tx: Tx, accountId: string, from: string, rows: number): Promise<Chunk> {
  const operations = sql`select (at at time zone 'UTC')::date as day from monitoring_deals
    where account_id = ${accountId} and type not in ('buy', 'sell') and at >= ${startOf(from)} order by at`;
  const last = sql`from monitoring_days where account_id = ${accountId} and day < ${from}::date and closing is not null
    order by day desc limit 1`;
  const { rows: bounds } = await tx.execute<{
    until: string | null;
    closing: string | null;
    last_seq: number | null;
    is_before_checkpoint: boolean;
  }>(sql`
    select ${endOf([tradesSince(accountId, from), operations], rows)} as until,
      (select closing::text ${last}) as closing, (select last_seq ${last}) as last_seq,
      coalesce(${from}::date <= (select (max(at) at time zone 'UTC')::date from monitoring_checkpoints
        where account_id = ${accountId}), true) as is_before_checkpoint`);
  const [row] = bounds;
  return {
    from,
    until: row?.until ?? null,
    before: { closing: parseDecimal(row?.closing ?? ""), lastSeq: row?.last_seq ?? 0 },
    isBeforeCheckpoint: row?.is_before_checkpoint ?? true,
  };
}

/** Returns the day before which a chunk of equity snapshots ends; null if everything fits. */
export async function endOfSnapshots(
  tx: Tx,
  accountId: string,
  from: string,
  rows: number,
): Promise<string | null> {
  const snapshotDays = sql`select (at at time zone 'UTC')::date as day from monitoring_snapshots
    where account_id = ${accountId} and at >= ${startOf(from)} order by at`;
  const { rows: found } = await tx.execute<{ until: string | null }>(
    sql`select ${endOf([snapshotDays], rows)} as until`,
  );
  return found[0]?.until ?? null;
}

/** Like `endOfSnapshots`, but for trades, as a subexpression of a statement. */
export const endOfTrades = (accountId: string, from: string, rows: number): SQL<string | null> =>
  endOf([tradesSince(accountId, from)], rows);

const tradesSince = (accountId: string, from: string) => sql`
    select (closed_at at time zone 'UTC')::date as day from monitoring_trades
    where account_id = ${accountId} and closed_at >= ${startOf(from)} order by closed_at`;

/**
 * Returns the day before which a chunk ends: the day of the first row beyond the limit, but at least the day after
 * its first; null if everything fits.
 */
function endOf(lists: SQL[], rows: number): SQL<string | null> {
  const least = (subqueryOf: (list: SQL) => SQL) =>
    sql`least(${sql.join(
      lists.map((list) => sql`(${subqueryOf(list)})`),
      sql`, `,
    )})`;
  return sql`(
    with ends as materialized (
      select ${least((list) => sql`${list} offset ${rows} limit 1`)} as next, ${least((list) => sql`${list} limit 1`)} as first)
    select greatest(next, first + 1)::text from ends where next is not null)`;
}
