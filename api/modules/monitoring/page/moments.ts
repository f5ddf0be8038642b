import { sql } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import type { Period } from "#api/modules/monitoring/history/period";
import { compareMoments } from "#api/modules/monitoring/statistics/place";
import { dayMilliseconds } from "#contract/day";
import type { Decimal } from "#statements/decimal";
import type { BalanceOperation } from "#statements/types";

/** What moved a balance, as a chart needs it: when, by how much, and of a trade since when it was open (null: not known, or none). */
export type BalanceMoment = {
  kind: BalanceOperation["type"] | "trade";
  ticket: string;
  time: number;
  openTime: number | null;
  amount: Decimal;
  /** Of a cash flow: equity less balance and credit right before it; null: not known. */
  floating: Decimal | null;
};

type Sent = [
  kind: BalanceMoment["kind"],
  ticket: string,
  time: number,
  openTime: number | null,
  units: string,
  floating: string | null,
];

/**
 * What moved a period's balance, in the order of `compareEvents`. Hundreds of rows come as one value of JSON: a row by itself costs the
 * driver ten times what a line of it costs to parse.
 */
export async function momentsOf(
  db: Database,
  accountId: string,
  { from, to }: Period,
): Promise<BalanceMoment[]> {
  const start = from ? new Date(from).toISOString() : "-infinity";
  const end = to ? new Date(Date.parse(to) + dayMilliseconds).toISOString() : "infinity";
  const { rows } = await db.execute<{ list: Sent[] | null }>(sql`
    select json_agg(json_build_array(kind, ticket, floor(extract(epoch from at) * 1000),
      floor(extract(epoch from opened) * 1000), (amount * 100000000)::numeric(40, 0)::text,
      (floating * 100000000)::numeric(40, 0)::text)) as list
    from (
      select 'trade' as kind, ticket, closed_at as at, opened_at as opened, result as amount, null::numeric as floating from monitoring_trades
      where account_id = ${accountId} and closed_at >= ${start}::timestamptz and closed_at < ${end}::timestamptz
      union all
      select type, ticket, at, null, profit, floating from monitoring_deals
      where account_id = ${accountId} and at >= ${start}::timestamptz and at < ${end}::timestamptz and type not in ('buy', 'sell', 'credit')
    ) as moved`);
  return (rows[0]?.list ?? [])
    .map(([kind, ticket, time, openTime, units, floating]) => ({
      kind,
      ticket,
      time,
      openTime,
      amount: BigInt(units),
      floating: floating === null ? null : BigInt(floating),
    }))
    .sort(compareMoments);
}
