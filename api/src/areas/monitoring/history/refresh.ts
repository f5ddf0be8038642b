import { and, desc, eq, gte, lt, sql } from "drizzle-orm";
import type { Event } from "#api/areas/monitoring/statistics/place";
import { place, timeOf } from "#api/areas/monitoring/statistics/place";
import { toJson } from "#api/areas/monitoring/statistics/serial";
import { summaryOf } from "#api/areas/monitoring/statistics/statistics";
import type { Summary } from "#api/areas/monitoring/statistics/summary";
import { join, noSummary } from "#api/areas/monitoring/statistics/summary";
import { monitoringAccounts as accounts } from "#api/db/schema/monitoring";
import {
  monitoringCheckpoints as checkpoints,
  monitoringDays as days,
} from "#api/db/schema/monitoring-history";
import type { Tx } from "#api/db/transaction";
import { chunks } from "#api/values/chunks";
import type { Decimal } from "#api/values/decimal";
import { dayOf } from "#contract/day";
import { balancesAt } from "./balances";
import type { Change } from "./change";
import { eventsSince } from "./events";
import { closeMonths, forgetMonths } from "./months";
import type { Numbered } from "./number-trades";
import { numberTrades } from "./number-trades";
import { openingBalance } from "./opening";
import { refreshCoverage } from "./refresh-coverage";
import { refreshEquity } from "./refresh-equity";

const dayOrNull = (time: number) => (Number.isFinite(time) ? dayOf(time) : null);
const earlier = (column: "stale_from" | "equity_stale_from" | "coverage_stale_from", day: string | null) =>
  sql`least(${sql.identifier(column)}, ${day}::date)`;

/** Notes what has to be summed up anew; `refresh` does it, at the latest when somebody looks. */
export async function markStale(tx: Tx, accountId: string, change: Change): Promise<void> {
  await tx
    .update(accounts)
    .set({
      staleFrom: earlier("stale_from", dayOrNull(change.events)),
      equityStaleFrom: earlier("equity_stale_from", dayOrNull(change.flows)),
      coverageStaleFrom: earlier("coverage_stale_from", dayOrNull(change.coverage)),
    })
    .where(eq(accounts.id, accountId));
}

/**
 * Sums up the days that changed and all after them. New trades cost what their own day holds, whatever the length of the history;
 * a late one costs the days since. Call it with the account's row locked.
 */
export async function refresh(tx: Tx, accountId: string): Promise<void> {
  const [account] = await tx.select().from(accounts).where(eq(accounts.id, accountId)).for("update");
  if (!account) return;
  const { staleFrom, equityStaleFrom, coverageStaleFrom } = account;
  if (!staleFrom && !equityStaleFrom && !coverageStaleFrom) return;
  let from = staleFrom;
  if (from) {
    const opening = (await isBeforeCheckpoint(tx, account, from))
      ? await openingBalance(tx, account)
      : account.opening;
    if (opening !== account.opening) from = "0001-01-01";
    await refreshDays(tx, accountId, from, opening);
    await tx.update(accounts).set({ opening }).where(eq(accounts.id, accountId));
  }
  if (equityStaleFrom) await refreshEquity(tx, accountId, equityStaleFrom);
  if (coverageStaleFrom) await refreshCoverage(tx, accountId, coverageStaleFrom);
  const first = [from, equityStaleFrom, coverageStaleFrom].filter((day) => day !== null).sort()[0];
  if (first) await forgetMonths(tx, accountId, first);
  await closeMonths(tx, accountId);
  await tx
    .update(accounts)
    .set({ staleFrom: null, equityStaleFrom: null, coverageStaleFrom: null })
    .where(eq(accounts.id, accountId));
}

/** Whether what changed may change what the opening follows from; new trades never do. */
async function isBeforeCheckpoint(tx: Tx, { id }: { id: string }, from: string): Promise<boolean> {
  const [last] = await tx
    .select({ at: checkpoints.at })
    .from(checkpoints)
    .where(eq(checkpoints.accountId, id))
    .orderBy(desc(checkpoints.at))
    .limit(1);
  return !last || from <= dayOf(last.at.getTime());
}

type DayRow = { day: string; opening: Decimal; closing: Decimal; summary: Summary; lastSeq: number };

async function refreshDays(tx: Tx, accountId: string, from: string, accountOpening: Decimal): Promise<void> {
  const [before] = await tx
    .select({ closing: days.closing, lastSeq: days.lastSeq })
    .from(days)
    .where(and(eq(days.accountId, accountId), lt(days.day, from), sql`${days.closing} is not null`))
    .orderBy(sql`${days.day} desc`)
    .limit(1);
  const opening = before?.closing ?? accountOpening;
  const events = await eventsSince(tx, accountId, from);
  const early = openTimesBefore(events, from);
  const known = early.length
    ? await balancesAt(tx, accountId, early, accountOpening)
    : new Map<number, Decimal>();
  const rows = new Map<string, DayRow>();
  const numbers: Numbered[] = [];
  let seq = before?.lastSeq ?? 0;
  let balance = opening;
  for (const [index, placed] of place(
    events,
    opening,
    (time) => known.get(time) ?? accountOpening,
  ).entries()) {
    const event = events[index];
    if (!event) continue;
    const day = dayOf(timeOf(event));
    const row = rows.get(day) ?? {
      day,
      opening: balance,
      closing: balance,
      summary: noSummary,
      lastSeq: seq,
    };
    rows.set(day, row);
    row.summary = join(row.summary, summaryOf(placed));
    balance = row.summary.balance?.last ?? balance;
    row.closing = balance;
    if (!("placed" in placed)) continue;
    seq += 1;
    row.lastSeq = seq;
    numbers.push({ ticket: placed.placed.trade.ticket, seq, before: placed.placed.before });
  }
  await numberTrades(tx, accountId, numbers);
  await writeDays(tx, accountId, from, [...rows.values()]);
}

/** Openings that lie before the first day: their balances have to be looked up. */
function openTimesBefore(events: Event[], from: string): number[] {
  const first = events[0];
  const start = first ? Math.max(Date.parse(from), Date.parse(dayOf(timeOf(first)))) : 0;
  const limit = first ? timeOf(first) : start;
  const times = events.flatMap((event) =>
    "trade" in event && event.trade.openTime !== null ? [event.trade.openTime] : [],
  );
  return [...new Set(times.filter((time) => time < limit))];
}

async function writeDays(tx: Tx, accountId: string, from: string, rows: DayRow[]): Promise<void> {
  // days that lost their last event keep their equity
  await tx
    .update(days)
    .set({
      summary: null,
      opening: null,
      closing: null,
      lowest: null,
      growth: null,
      trades: 0,
      lastSeq: null,
    })
    .where(and(eq(days.accountId, accountId), gte(days.day, from)));
  for (const some of chunks(rows, 1_000)) {
    const values = some.map(({ day, opening, closing, summary, lastSeq }) => ({
      accountId,
      day,
      summary: toJson(summary),
      opening,
      closing,
      lowest: summary.lowest ?? closing,
      growth: summary.growth,
      trades: summary.trades,
      lastSeq,
    }));
    const taken = ["summary", "opening", "closing", "lowest", "growth", "trades"] as const;
    await tx
      .insert(days)
      .values(values)
      .onConflictDoUpdate({
        target: [days.accountId, days.day],
        set: {
          ...Object.fromEntries(taken.map((name) => [name, sql`excluded.${sql.identifier(name)}`])),
          lastSeq: sql`excluded.last_seq`,
        },
      });
  }
}
