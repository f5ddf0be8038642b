import { sql } from "drizzle-orm";
import type * as z from "zod/mini";
import type { Database } from "#api/db/connect";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { bookSpanInput, bookSpanOf } from "./book-span";

export const revenueInput = bookSpanInput;

/** Payments of clients on a day, including upgrades; `plan` is a tariff's name, or `monitoring`. */
export type PlanRevenue = { day: string; plan: string; payments: number; refunds: number; cents: number };
/** Receipts of a day by payment method: the sums credited to balances, without fees, minus refunds. */
export type MethodReceipts = {
  day: string;
  method: string;
  deposits: number;
  refunds: number;
  cents: number;
};

export type Revenue = {
  plans: PlanRevenue[];
  methods: MethodReceipts[];
  earnedCents: number;
  receivedCents: number;
};

/**
 * Returns revenue of a span by UTC day and plan, and receipts by day and payment method. Both are read from the
 * ledger: the sums are the changes of the accounts `revenue` and `deposits`. They differ, because clients pay from a
 * balance.
 */
export async function revenue(
  deps: Pick<Deps, "clock">,
  db: Database | Tx,
  input: z.output<typeof revenueInput>,
): Promise<Revenue> {
  const { from, to } = bookSpanOf(deps, input);
  const moved = (account: string, sign: 1 | -1, name: ReturnType<typeof sql>) => sql`
    select to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD') as day, ${name} as name,
      count(*) filter (where ${sign} * entry.amount_cents > 0) as came,
      count(*) filter (where ${sign} * entry.amount_cents < 0) as went,
      sum(${sign} * entry.amount_cents)::bigint as cents
    from ledger_entries entry
    join ledger_transactions moved on moved.id = entry.transaction_id
    where entry.account_id = (select id from ledger_accounts where user_id is null and kind = ${account})
      and entry.at >= ${from.toISOString()} and entry.at < ${to.toISOString()}
    group by 1, 2 order by 1, 2`;
  type Row = { day: string; name: string; came: number; went: number; cents: number };
  const plan = sql`case when moved.kind like 'monitoring%' then 'monitoring' else coalesce(moved.details->>'tariff', moved.kind) end`;
  const method = sql`coalesce(moved.details->>'method', moved.kind)`;
  const { rows: earned } = await db.execute<Row>(moved("revenue", 1, plan));
  const { rows: received } = await db.execute<Row>(moved("deposits", -1, method));
  const sum = (rows: Row[]) => rows.reduce((total, { cents }) => total + cents, 0);
  return {
    plans: earned.map(({ day, name, came, went, cents }) => ({
      day,
      plan: name,
      payments: came,
      refunds: went,
      cents,
    })),
    methods: received.map(({ day, name, came, went, cents }) => ({
      day,
      method: name,
      deposits: came,
      refunds: went,
      cents,
    })),
    earnedCents: sum(earned),
    receivedCents: sum(received),
  };
}
