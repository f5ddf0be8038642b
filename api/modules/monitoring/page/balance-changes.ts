import { sql } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import type { Period } from "#api/modules/monitoring/history/period";
import { compareMoments } from "#api/modules/monitoring/statistics/event-order";
import { dayMilliseconds } from "#contract/day";
import type { Decimal } from "#statements/decimal";
import type { BalanceOperation } from "#statements/types";

/**
 * A change of the balance as a chart needs it: its time and amount, and a trade's opening time (null if unknown or
 * not a trade).
 */
export type BalanceChange = {
  kind: BalanceOperation["type"] | "trade";
  ticket: string;
  time: number;
  openTime: number | null;
  amount: Decimal;
  /** For a cash flow: equity minus balance and credit right before it; null if unknown. */
  floating: Decimal | null;
};

type Sent = [
  kind: BalanceChange["kind"],
  ticket: string,
  time: number,
  openTime: number | null,
  units: string,
  floating: string | null,
];

/**
 * Returns the changes of a period's balance, in the order of `compareEvents`. Hundreds of rows arrive as one JSON
 * value: as a separate row, each costs the driver ten times as much as parsing its part of the JSON.
 */
export async function balanceChangesOf(
  db: Database,
  accountId: string,
  { from, to }: Period,
): Promise<BalanceChange[]> {
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
