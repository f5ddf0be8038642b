import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { monitoringMonths as months } from "#api/db/schema/monitoring-history";
import type { Tx } from "#api/db/transaction";
import { joinEquity, noEquity } from "#api/modules/monitoring/statistics/equity";
import { equityFrom, summaryFrom, toJson } from "#api/modules/monitoring/statistics/serialize";
import { join, noSummary } from "#api/modules/monitoring/statistics/summary";
import { chunks } from "#statements/chunks";
import { groupBy } from "#statements/group-by";

/** Returns a statement that drops the months from the month of `day` on, because one of their days changed. */
export const forgetMonths = (accountId: string, day: string): SQL =>
  sql`delete from monitoring_months where account_id = ${accountId} and month >= date_trunc('month', ${day}::date)::date`;

const newest = (accountId: string) =>
  sql`(select date_trunc('month', max(day))::date from monitoring_days where account_id = ${accountId})`;
/** The days of every month without a row, except the newest month. */
const openDays = (accountId: string) => sql`
    monitoring_days d where d.account_id = ${accountId} and d.day < ${newest(accountId)}
      and not exists (select 1 from monitoring_months m where m.account_id = d.account_id and m.month = date_trunc('month', d.day)::date)`;

/**
 * Returns whether `closeMonths` will find any month after `forgetMonths`. It is part of the statement that deletes,
 * so it still sees the state before the deletion.
 */
export const hasOpenMonths = (accountId: string, day: string): SQL<boolean> =>
  sql`(${day}::date < ${newest(accountId)} or exists (select from ${openDays(accountId)}))`;

/** Combines the days of every month without a row, except the newest month. */
export async function closeMonths(tx: Tx, accountId: string): Promise<void> {
  const { rows } = await tx.execute<{
    month: string;
    summary: string | null;
    equity: string | null;
    covered: number;
  }>(sql`
    select date_trunc('month', d.day)::date::text as month, d.summary, d.equity, d.covered from ${openDays(accountId)}
    order by d.day`);
  const closed = [...groupBy(rows, ({ month }) => month)].map(([month, days]) => ({
    accountId,
    month,
    summary: toJson(
      days.reduce((sum, { summary }) => (summary ? join(sum, summaryFrom(summary)) : sum), noSummary),
    ),
    equity: toJson(
      days.reduce((sum, { equity }) => (equity ? joinEquity(sum, equityFrom(equity)) : sum), noEquity),
    ),
    covered: days.reduce((sum, { covered }) => sum + covered, 0),
  }));
  for (const some of chunks(closed, 1_000)) await tx.insert(months).values(some).onConflictDoNothing();
}
