import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { preparedQuery } from "#api/db/prepared-query";
import { ledgerDays as days, ledgerMonths as months } from "#api/db/schema/balance";
import type { Tx } from "#api/db/transaction";
import type { PageCut } from "#api/http/pagination";
import { firstRows } from "#api/http/pagination";
import type { HistoryKind } from "#contract/balance/ledger-lines";
import { dayMilliseconds, dayOf } from "#contract/day";
import type { Span } from "./ledger-rows";

/** A history, or all transactions of the main balance. */
export type HistoryScope = HistoryKind | "all";

const value = sql.placeholder;

const ofHistory = (history: HistoryScope): SQL =>
  history === "all"
    ? sql`user_id = ${value("userId")} and history in ('transfers', 'server-payments', 'other')`
    : sql`user_id = ${value("userId")} and history = ${history}`;

/**
 * Returns the counts of a span: whole months, and the days before and after them. Ten years are about 180 rows,
 * however many transactions they have (docs/adr/0015).
 */
function spanCounts(history: HistoryScope, hasSpan: boolean): SQL {
  const which = ofHistory(history);
  const monthly = sql`select month as starts, (month + interval '1 month')::date as ends, count from ${months} where ${which}`;
  if (!hasSpan) return monthly;
  const daily = (from: string, to: string) =>
    sql`select day, day + 1, count from ${days} where ${which} and day >= ${value(from)}::date and day < ${value(to)}::date`;
  return sql`${monthly} and month >= ${value("firstMonth")}::date and month < ${value("monthsEnd")}::date
    union all ${daily("from", "firstMonth")} union all ${daily("monthsEnd", "to")}`;
}

const monthOf = (moment: Date, next = 0) => Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + next);

/** Returns the days of a span, and the range of its whole months. */
function boundsOf(span: Span | undefined) {
  if (!span) return {};
  const monthsEnd = monthOf(span.to);
  const firstMonth = monthOf(span.from) === span.from.getTime() ? span.from : monthOf(span.from, 1);
  const [from, to] = [dayOf(span.from), dayOf(span.to)];
  return Number(firstMonth) < monthsEnd
    ? { from, to, firstMonth: dayOf(firstMonth), monthsEnd: dayOf(monthsEnd) }
    : { from, to, firstMonth: to, monthsEnd: to };
}

type Which = { userId: string; span?: Span | undefined };

const countBy = preparedQuery((db: Database, history: HistoryScope, hasSpan: boolean) =>
  db
    .select({ total: sql<number>`coalesce(sum(count), 0)::bigint` })
    .from(sql`(${spanCounts(history, hasSpan)}) as pieces`),
);

/** Returns the number of transactions in a history. `span` is whole UTC days (`contract/period.ts`). */
export async function countLedgerLines(
  db: Database,
  { userId, span }: Which,
  history: HistoryScope,
): Promise<number> {
  const [sum] = await countBy(db, history, span !== undefined).execute({ userId, ...boundsOf(span) });
  return sum?.total ?? 0;
}

/** As an integer: PostgreSQL sums bigint as numeric, which is slower. */
const count = sql`count::int`;

/** Returns one row per day or month; those of several histories are added up. */
const oneOfEach = (history: HistoryScope, which: SQL, rows: SQL): SQL =>
  history === "all"
    ? sql`select ${which}, sum(${count})::int as count from ${rows} group by ${which}`
    : sql`select ${which}, ${count} as count from ${rows}`;

/**
 * Finds the day of the row at an offset, newest first: its month or day among the counts first, then the day within
 * that month.
 */
const dayBy = preparedQuery((db: Database, history: HistoryScope, hasSpan: boolean) => {
  const each = oneOfEach(history, sql`starts, ends`, sql`(${spanCounts(history, hasSpan)}) as pieces`);
  const counted = sql`
    select starts, ends, count, sum(count) over (order by starts desc) as up_to, sum(count) over () as total
    from (${each}) as each`;
  const [offset, limit] = [sql`${value("before")}::bigint`, sql`${value("limit")}::bigint`];
  const period = sql`
    select *, least(${offset}, (total - 1) / ${limit} * ${limit}) as before from (${counted}) as counted
    where up_to > least(${offset}, (total - 1) / ${limit} * ${limit}) order by starts desc limit 1`;
  const ofPeriod = sql`${days} where ${ofHistory(history)} and day >= piece.starts and day < piece.ends`;
  const daily = sql`
    select day, count, piece.up_to - piece.count + sum(count) over (order by day desc) as up_to
    from (${oneOfEach(history, sql`day`, ofPeriod)}) as daily`;
  return db
    .select({
      total: sql<number>`total`,
      before: sql<number>`before`,
      day: sql<string>`found.day`,
      count: sql<number>`found.count`,
      upTo: sql<number>`found.up_to`,
    })
    .from(
      sql`(${period}) as piece, lateral (select * from (${daily}) as of_piece where of_piece.up_to > before order by day desc limit 1) as found`,
    );
});

/** The position of a page in a history: at most `limit` rows, after the `before` newest of its `total`. */
type PagePosition = { total: number; before: number; span: Span | undefined; cut: PageCut };

/**
 * Returns where to read a page of a history, newest first: the days up to that of its first row, and the offset
 * within that day. The cost does not depend on the number of rows before it. An offset past the end returns the last
 * page of `limit` rows.
 */
export async function findPage(
  db: Database,
  which: Which,
  history: HistoryScope,
  { before: offset, limit: most }: { before: number; limit: number },
): Promise<PagePosition> {
  const { userId, span } = which;
  if (offset === 0) {
    const total = await countLedgerLines(db, which, history);
    return { total, before: 0, span, cut: firstRows(Math.min(most, total)) };
  }
  const [first] = await dayBy(db, history, span !== undefined).execute({
    userId,
    before: offset,
    limit: most,
    ...boundsOf(span),
  });
  if (!first) return { total: 0, before: 0, span, cut: firstRows(0) };
  const { total, before, count, upTo } = first;
  const from = new Date(`${first.day}T00:00:00Z`);
  const day = { from, to: new Date(from.getTime() + dayMilliseconds) };
  const limit = Math.min(most, total - before);
  const skipped = before - (upTo - count);
  const left = count - skipped - limit;
  // within one long day, the query starts from the nearer end if the page does not leave that day
  if (left >= 0 && left < skipped)
    return { total, before, span: day, cut: { limit, offset: left, fromEnd: true } };
  const since = { from: span?.from ?? new Date(0), to: day.to };
  return { total, before, span: since, cut: { limit, offset: skipped, fromEnd: false } };
}

/** Returns the number of transactions of the main balance in a span, and the sum of all before it. */
export async function ledgerSums(
  db: Database | Tx,
  userId: string,
  span: Span,
): Promise<{ count: number; openingCents: number }> {
  const sumOf = (table: SQL | typeof months | typeof days, what: SQL, condition = sql`true`) =>
    sql`(select coalesce(sum(${what}), 0) from ${table} where ${condition})`;
  const before = (table: typeof months | typeof days, condition: SQL) =>
    sumOf(table, sql`amount_cents`, sql`${ofHistory("all")} and ${condition}`);
  const month = sql`${value("month")}::date`;
  const [row] = await db
    .select({
      count: sql<number>`${sumOf(sql`(${spanCounts("all", true)}) as pieces`, sql`count`)}::bigint`,
      openingCents: sql<number>`(${before(months, sql`month < ${month}`)}
        + ${before(days, sql`day >= ${month} and day < ${value("from")}::date`)})::bigint`,
    })
    .from(sql`(values (1)) as one`)
    .prepare("")
    .execute({ userId, ...boundsOf(span), month: dayOf(monthOf(span.from)) });
  return { count: row?.count ?? 0, openingCents: row?.openingCents ?? 0 };
}
