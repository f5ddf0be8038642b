import { and, asc, desc, eq, gt, gte, inArray, lt, sql } from "drizzle-orm";
import type { PageCut } from "#api/calls/page-cut";
import { firstRows } from "#api/calls/page-cut";
import type { Database } from "#api/db/connect";
import { movementDays as days } from "#api/db/schema/balance";
import type { Tx } from "#api/db/transaction";
import type { HistoryKind } from "#contract/balance/movements";
import { dayMilliseconds, dayOf } from "#contract/day";
import type { Span } from "./postings";

/** The histories whose movements are entries of the ledger. */
const inLedger = ["transfers", "server-payments", "other"] as const;

const within = (userId: string, span: Span | undefined) =>
  and(eq(days.userId, userId), span && gte(days.day, dayOf(span.from)), span && lt(days.day, dayOf(span.to)));

const spanOfDay = (day: string): Span => {
  const from = new Date(`${day}T00:00:00Z`);
  return { from, to: new Date(from.getTime() + dayMilliseconds) };
};

type Which = { userId: string; span?: Span | undefined };

/** A history, or all that has moved the main balance. */
export type Movements = HistoryKind | "all";

const ofHistory = ({ userId, span }: Which, history: Movements) =>
  and(
    within(userId, span),
    history === "all" ? inArray(days.history, [...inLedger]) : eq(days.history, history),
  );

/** How many movements a history has. `span` is whole UTC days (`contract/period.ts`). */
export async function countMovements(db: Database, which: Which, history: Movements): Promise<number> {
  const [sum] = await db
    .select({ total: sql<number>`coalesce(sum(${days.count}), 0)::bigint` })
    .from(days)
    .where(ofHistory(which, history));
  return sum?.total ?? 0;
}

/**
 * Where rows of a history, newest first, are to be read: the days up to the one that the first of them is of, and how far into that
 * day. However many there are before it, none of them is walked over, and days are counted from whichever end is nearer.
 *
 * @param rows.total of the history, as `countMovements` has it
 */
export async function findMovements(
  db: Database,
  which: Which,
  history: Movements,
  { before, limit, total }: { before: number; limit: number; total: number },
): Promise<{ span: Span | undefined; cut: PageCut }> {
  if (before === 0) return { span: which.span, cut: firstRows(limit) };
  // the oldest is the last of the newest first
  const isOld = before > total / 2;
  const inOrder = isOld ? asc : desc;
  const counted = db
    .select({
      day: days.day,
      count: sql<number>`sum(${days.count})::bigint`.as("day_count"),
      upTo: sql<number>`(sum(sum(${days.count})) over (order by ${inOrder(days.day)}))::bigint`.as("up_to"),
    })
    .from(days)
    .where(ofHistory(which, history))
    .groupBy(days.day)
    .as("counted");
  const [first] = await db
    .select()
    .from(counted)
    .where(gt(counted.upTo, isOld ? total - 1 - before : before))
    .orderBy(inOrder(counted.day))
    .limit(1);
  if (!first || before >= total) return { span: which.span, cut: firstRows(0) };
  const day = spanOfDay(first.day);
  const skipped = before - (isOld ? total - first.upTo : first.upTo - first.count);
  const left = first.count - skipped - limit;
  // within one long day the nearer end is walked from, where the rows do not leave it
  if (left >= 0 && left < skipped) return { span: day, cut: { limit, offset: left, fromEnd: true } };
  const from = which.span?.from ?? new Date(0);
  return { span: { from, to: day.to }, cut: { limit, offset: skipped, fromEnd: false } };
}

/** How many movements of the main balance a span has, and what all before it add up to. */
export async function ledgerSums(
  db: Database | Tx,
  userId: string,
  span: Span,
): Promise<{ count: number; openingCents: number }> {
  const from = dayOf(span.from);
  const [row] = await db
    .select({
      count: sql<number>`coalesce(sum(${days.count}) filter (where ${days.day} >= ${from}), 0)::bigint`,
      openingCents: sql<number>`coalesce(sum(${days.amountCents}) filter (where ${days.day} < ${from}), 0)::bigint`,
    })
    .from(days)
    .where(and(eq(days.userId, userId), inArray(days.history, [...inLedger]), lt(days.day, dayOf(span.to))));
  return { count: row?.count ?? 0, openingCents: row?.openingCents ?? 0 };
}
