import { sql } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import type { Tx } from "#api/db/transaction";

/** Months that a choice offers: ten years. */
const monthsAtMost = 120;

/** Returns the months (UTC, `YYYY-MM`) in which money moved, the latest first. Reads one index entry per month. */
export async function bookMonths(db: Database | Tx): Promise<string[]> {
  const { rows } = await db.execute<{ month: string }>(sql`
    with recursive months as (
      select date_trunc('month', max(at) at time zone 'UTC') as month from ledger_transactions
      union all
      select (
        select date_trunc('month', max(at) at time zone 'UTC') from ledger_transactions
        where at < months.month at time zone 'UTC'
      ) from months where months.month is not null
    )
    select to_char(month, 'YYYY-MM') as month from months where month is not null limit ${monthsAtMost}`);
  return rows.map(({ month }) => month);
}
