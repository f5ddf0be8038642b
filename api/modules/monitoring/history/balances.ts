import { sql } from "drizzle-orm";
import type { Tx } from "#api/db/transaction";
import type { Decimal } from "#statements/decimal";
import { formatDecimal, parseDecimal } from "#statements/decimal";

const read = (text: string | null | undefined): Decimal => (text ? (parseDecimal(text) ?? 0n) : 0n);

/** The balance at each of some moments, from the days summed up and what the moment's own day holds up to it. */
export async function balancesAt(
  tx: Tx,
  accountId: string,
  times: number[],
  opening: Decimal,
): Promise<Map<number, Decimal>> {
  const moments = times.map((time) => new Date(time).toISOString());
  const { rows } = await tx.execute<{ at: string; balance: string }>(sql`
    select (extract(epoch from m.at) * 1000)::text as at, (
      coalesce(
        (select d.opening from monitoring_days d where d.account_id = ${accountId} and d.day = (m.at at time zone 'UTC')::date),
        (select d.closing from monitoring_days d where d.account_id = ${accountId} and d.day < (m.at at time zone 'UTC')::date and d.closing is not null
         order by d.day desc limit 1),
        ${formatDecimal(opening, 8)}::numeric)
      + coalesce((select sum(t.result) from monitoring_trades t where t.account_id = ${accountId}
          and t.closed_at >= date_trunc('day', m.at, 'UTC') and t.closed_at <= m.at), 0)
      + coalesce((select sum(o.profit) from monitoring_deals o where o.account_id = ${accountId} and o.type not in ('buy', 'sell', 'credit')
          and o.at >= date_trunc('day', m.at, 'UTC') and o.at <= m.at), 0))::text as balance
    from unnest(${sql.param(moments)}::timestamptz[]) as m(at)`);
  return new Map(rows.map(({ at, balance }) => [Math.round(Number(at)), read(balance)]));
}
