import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { chunks } from "#statements/chunks";
import type { Decimal } from "#statements/decimal";
import { formatDecimal } from "#statements/decimal";

export type Numbered = { ticket: string; seq: number; before: Decimal };

const rowsAtOnce = 10_000;

/**
 * Returns statements that write each trade's number and the balance before it, if they differ from the stored ones.
 */
export const numberTrades = (accountId: string, list: Numbered[]): SQL[] =>
  [...chunks(list, rowsAtOnce)].map((some) => {
    const tickets = some.map(({ ticket }) => ticket);
    const numbers = some.map(({ seq }) => seq);
    const balances = some.map(({ before }) => formatDecimal(before, 8));
    return sql`
      update monitoring_trades t set seq = n.seq, balance_before = n.before
      from unnest(${sql.param(tickets)}::text[], ${sql.param(numbers)}::int[], ${sql.param(balances)}::numeric[]) as n(ticket, seq, before)
      where t.account_id = ${accountId} and t.ticket = n.ticket
        and (t.seq is distinct from n.seq or t.balance_before is distinct from n.before)`;
  });
