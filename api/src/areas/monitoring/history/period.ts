import { sql } from "drizzle-orm";
import type { EquitySummary } from "#api/areas/monitoring/statistics/equity";
import { joinEquity, noEquity } from "#api/areas/monitoring/statistics/equity";
import { equityFrom, summaryFrom } from "#api/areas/monitoring/statistics/serial";
import type { Summary } from "#api/areas/monitoring/statistics/summary";
import { join, noSummary } from "#api/areas/monitoring/statistics/summary";
import type { Database } from "#api/db/connect";
import type { Tx } from "#api/db/transaction";
import type { Decimal } from "#api/values/decimal";
import { parseDecimal } from "#api/values/decimal";

/** Whole UTC days, both ends included; null: open. */
export type Period = { from: string | null; to: string | null };

/** One calendar month's part of a period. */
export type Month = { month: string; summary: Summary; equity: EquitySummary; covered: number };

export type PeriodSums = {
  summary: Summary;
  equity: EquitySummary;
  /** Seconds with an open position, of closed trades. */
  covered: number;
  months: Month[];
  /** Balance before the period. */
  opening: Decimal;
};

type Row = { month: string; summary: string | null; equity: string | null; covered: number };

const anyDay = { from: "0001-01-01", to: "9999-12-31" };

/**
 * Adds a period up from the months that lie in it and the single days of the others: at most 12 rows a year and two months of days,
 * however many trades they hold.
 */
export async function loadPeriod(
  db: Database | Tx,
  account: { id: string; opening: Decimal },
  period: Period,
): Promise<PeriodSums> {
  const from = period.from ?? anyDay.from;
  const to = period.to ?? anyDay.to;
  const { id } = account;
  const { rows } = await db.execute<Row>(sql`
    with whole as (
      select month, summary, equity, covered from monitoring_months
      where account_id = ${id} and month >= ${from}::date and (month + interval '1 month' - interval '1 day')::date <= ${to}::date
    )
    select month::text as month, summary, equity, covered, month as first from whole
    union all
    select date_trunc('month', day)::date::text, summary, equity, covered, day from monitoring_days
    where account_id = ${id} and day >= ${from}::date and day <= ${to}::date
      and date_trunc('month', day)::date not in (select month from whole)
    order by first`);
  const months = monthsOf(rows);
  return {
    summary: months.reduce((sum, month) => join(sum, month.summary), noSummary),
    equity: months.reduce((sum, month) => joinEquity(sum, month.equity), noEquity),
    covered: months.reduce((sum, month) => sum + month.covered, 0),
    months,
    opening: (await balanceBefore(db, id, from)) ?? account.opening,
  };
}

/** The balance at the end of the last day with events before a UTC day; null where the history begins later. */
export async function balanceBefore(
  db: Database | Tx,
  accountId: string,
  day: string,
): Promise<Decimal | null> {
  const { rows } = await db.execute<{ closing: string }>(sql`
    select closing::text from monitoring_days where account_id = ${accountId} and day < ${day}::date and closing is not null order by day desc limit 1`);
  return parseDecimal(rows[0]?.closing ?? "");
}

function monthsOf(rows: Row[]): Month[] {
  const months = new Map<string, Month>();
  for (const { month, summary, equity, covered } of rows) {
    const sum = months.get(month) ?? {
      month: month.slice(0, 7),
      summary: noSummary,
      equity: noEquity,
      covered: 0,
    };
    months.set(month, sum);
    if (summary) sum.summary = join(sum.summary, summaryFrom(summary));
    if (equity) sum.equity = joinEquity(sum.equity, equityFrom(equity));
    sum.covered += covered;
  }
  return [...months.values()];
}

/** The numbers of a period's trades: after `before`, up to `last`. */
export async function tradeNumbers(
  db: Database | Tx,
  accountId: string,
  period: Period,
): Promise<{ before: number; last: number }> {
  const { rows } = await db.execute<{ before: number | null; last: number | null }>(sql`
    select
      (select last_seq from monitoring_days where account_id = ${accountId} and day < ${period.from ?? anyDay.from}::date and last_seq is not null
       order by day desc limit 1) as before,
      (select last_seq from monitoring_days where account_id = ${accountId} and day <= ${period.to ?? anyDay.to}::date and last_seq is not null
       order by day desc limit 1) as last`);
  return { before: rows[0]?.before ?? 0, last: rows[0]?.last ?? 0 };
}
