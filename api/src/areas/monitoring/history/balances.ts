import { sql } from "drizzle-orm";
import type { monitoringAccounts } from "#api/db/schema/monitoring";
import type { Tx } from "#api/db/transaction";
import type { Decimal } from "#api/values/decimal";
import { formatDecimal, parseDecimal } from "#api/values/decimal";

const read = (text: string | null | undefined): Decimal => (text ? (parseDecimal(text) ?? 0n) : 0n);

/**
 * The balance before the first known event: nothing where the history begins with a deposit, else what the terminal reports less
 * all that is known (the rule of `openingOf`, over the database).
 */
export async function openingBalance(
  tx: Tx,
  { id, balance }: Pick<typeof monitoringAccounts.$inferSelect, "id" | "balance">,
): Promise<Decimal> {
  const first = await tx.execute<{ is_deposit: boolean }>(sql`
    select is_deposit from (
      (select at, ticket, (type = 'balance' and profit > 0) as is_deposit from monitoring_deals
       where account_id = ${id} and type in ('balance', 'credit', 'correction') order by at, length(ticket), ticket limit 1)
      union all
      (select closed_at, ticket, false from monitoring_trades where account_id = ${id} order by closed_at, length(ticket), ticket limit 1)
    ) events order by at, length(ticket), ticket limit 1`);
  if (balance === null || first.rows[0] === undefined || first.rows[0].is_deposit) return 0n;
  const sums = await tx.execute<{ deals: string; imported: string }>(sql`
    select
      (select coalesce(sum(profit + commission + fee + swap), 0) from monitoring_deals where account_id = ${id} and type <> 'credit') as deals,
      (select coalesce(sum(result), 0) from monitoring_trades where account_id = ${id} and source = 'import') as imported`);
  const opening = balance - read(sums.rows[0]?.deals) - read(sums.rows[0]?.imported);
  return opening > 0n ? opening : 0n;
}

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
      + coalesce((select sum(o.profit) from monitoring_deals o where o.account_id = ${accountId} and o.type in ('balance', 'correction')
          and o.at >= date_trunc('day', m.at, 'UTC') and o.at <= m.at), 0))::text as balance
    from unnest(${sql.param(moments)}::timestamptz[]) as m(at)`);
  return new Map(rows.map(({ at, balance }) => [Math.round(Number(at)), read(balance)]));
}
