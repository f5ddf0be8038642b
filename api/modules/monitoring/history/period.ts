import { sql } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { cachePerRequest } from "#api/db/request-cache";
import type { Tx } from "#api/db/transaction";
import type { EquitySummary } from "#api/modules/monitoring/statistics/equity";
import { joinEquity, noEquity } from "#api/modules/monitoring/statistics/equity";
import { equityFrom, summaryFrom } from "#api/modules/monitoring/statistics/serialize";
import type { Summary } from "#api/modules/monitoring/statistics/summary";
import { join, noSummary } from "#api/modules/monitoring/statistics/summary";
import type { Decimal } from "#statements/decimal";
import { parseDecimal } from "#statements/decimal";
import { groupBy } from "#statements/group-by";

/** Whole UTC days, both ends included; null means open-ended. */
export type Period = { from: string | null; to: string | null };

/** One calendar month's part of a period. */
export type Month = { month: string; summary: Summary; equity: EquitySummary; covered: number };

export type PeriodSums = {
  summary: Summary;
  equity: EquitySummary;
  /** Seconds with an open position, counted from closed trades. */
  covered: number;
  months: Month[];
  /** Balance before the period. */
  opening: Decimal;
  /**
   * Whether `opening` is only a sum of results: the history starts trading with a zero balance, so the real balance
   * is unknown.
   */
  isOpeningUnknown: boolean;
};

type Row = { month: string; summary: string | null; equity: string | null; covered: number };

/** Bounds of an open-ended period. */
export const anyDay = { from: "0001-01-01", to: "9999-12-31" };

/**
 * Sums up a period from the whole months in it and the single days of the partial ones: at most 12 rows a year plus
 * two months of days, regardless of the number of trades.
 */
export const loadPeriod = cachePerRequest("monitoring period", addUpPeriod, ({ id }, period) => [id, period]);

async function addUpPeriod(
  db: Database | Tx,
  account: { id: string; opening: Decimal },
  period: Period,
): Promise<PeriodSums> {
  const from = period.from ?? anyDay.from;
  const to = period.to ?? anyDay.to;
  const { id } = account;
  const pendingRows = db.execute<Row>(sql`
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
  // nothing exists before the first day
  const [{ rows }, { closing }] = await Promise.all([
    pendingRows,
    period.from ? edgesOf(db, id, period) : noEdges,
  ]);
  const months = monthsOf(rows);
  const sums = sumOf(months, parseDecimal(closing ?? "") ?? account.opening);
  // a later part of a history that starts trading with a zero balance
  const isOpeningUnknown =
    account.opening <= 0n && (closing === null ? sums.isOpeningUnknown : await tradesWithNothing(db, id));
  return { ...sums, isOpeningUnknown };
}

/** Returns whether an account's history begins with a trade on a zero balance. */
async function tradesWithNothing(db: Database | Tx, accountId: string): Promise<boolean> {
  const { rows } = await db.execute<{ summary: string }>(sql`
    select summary from monitoring_days where account_id = ${accountId} and summary is not null order by day limit 1`);
  return beginsWithNothing(rows[0] ? summaryFrom(rows[0].summary) : noSummary);
}

const beginsWithNothing = ({ start, startsAfterFlow }: Summary) =>
  start !== null && start <= 0n && !startsAfterFlow;

const sumOf = (months: Month[], opening: Decimal): PeriodSums => {
  const summary = months.reduce((sum, month) => join(sum, month.summary), noSummary);
  return {
    summary,
    equity: months.reduce((sum, month) => joinEquity(sum, month.equity), noEquity),
    covered: months.reduce((sum, month) => sum + month.covered, 0),
    months,
    opening,
    isOpeningUnknown: opening <= 0n && beginsWithNothing(summary),
  };
};

/**
 * Returns the sums of the whole histories of several accounts in one query, in the order of the accounts. The current
 * month has no row yet, so its days are summed.
 */
export async function loadHistories<A extends { id: string; opening: Decimal }>(
  db: Database,
  accounts: readonly A[],
): Promise<{ account: A; sums: PeriodSums }[]> {
  const ids = sql`array[${sql.join(
    accounts.map(({ id }) => sql`${id}`),
    sql`, `,
  )}]::text[]`;
  const { rows } = await db.execute<Row & { account: string }>(sql`
    select account_id as account, month::text as month, summary, equity, covered, month as first from monitoring_months
    where account_id = any(${ids})
    union all
    select account_id, date_trunc('month', day)::date::text, summary, equity, covered, day from monitoring_days d
    where account_id = any(${ids})
      and not exists (select 1 from monitoring_months m where m.account_id = d.account_id and m.month = date_trunc('month', d.day)::date)
    order by account, first`);
  const byAccount = groupBy(rows, ({ account }) => account);
  return accounts.map((account) => ({
    account,
    sums: sumOf(monthsOf(byAccount.get(account.id) ?? []), account.opening),
  }));
}

/** Returns the balance at the end of the last day with events before a UTC day; null if the history begins later. */
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

type Edges = { before: number | null; last: number | null; closing: string | null };

const noEdges: Edges = { before: null, last: null, closing: null };

/**
 * Returns the number of the last trade and the closing balance before a period, and the number of the period's own
 * last trade.
 */
const edgesOf = cachePerRequest(
  "monitoring edges",
  async (db: Database | Tx, accountId: string, { from, to }: Period): Promise<Edges> => {
    const { rows } = await db.execute<Edges>(sql`
      select
        (select last_seq from monitoring_days where account_id = ${accountId} and day < ${from ?? anyDay.from}::date and last_seq is not null
         order by day desc limit 1) as before,
        (select last_seq from monitoring_days where account_id = ${accountId} and day <= ${to ?? anyDay.to}::date and last_seq is not null
         order by day desc limit 1) as last,
        (select closing::text from monitoring_days where account_id = ${accountId} and day < ${from ?? anyDay.from}::date and closing is not null
         order by day desc limit 1) as closing`);
    return rows[0] ?? noEdges;
  },
);

/** Returns the range of trade numbers in a period: greater than `before`, up to `last`. */
export async function tradeNumbers(
  db: Database | Tx,
  accountId: string,
  period: Period,
): Promise<{ before: number; last: number }> {
  const { before, last } = await edgesOf(db, accountId, period);
  return { before: before ?? 0, last: last ?? 0 };
}
