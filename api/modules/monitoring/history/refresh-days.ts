import type { SQL } from "drizzle-orm";
import { and, eq, gte, lt, sql } from "drizzle-orm";
import { batchWrites } from "#api/db/batch";
import { monitoringDays as days } from "#api/db/schema/monitoring-history";
import type { Tx } from "#api/db/transaction";
import type { Event } from "#api/modules/monitoring/statistics/event-order";
import { timeOf, withRunningBalance } from "#api/modules/monitoring/statistics/event-order";
import { toJson } from "#api/modules/monitoring/statistics/serialize";
import { summaryOf } from "#api/modules/monitoring/statistics/statistics";
import type { Summary } from "#api/modules/monitoring/statistics/summary";
import { join, noSummary } from "#api/modules/monitoring/statistics/summary";
import { dayOf } from "#contract/day";
import { chunks } from "#statements/chunks";
import type { Decimal } from "#statements/decimal";
import { formatDecimal, parseDecimal } from "#statements/decimal";
import type { Chunk } from "./chunk";
import { eventsSince } from "./events";
import { withFloating } from "./flow-equity";

type Numbered = { ticket: string; seq: number; before: Decimal };

const rowsAtOnce = 10_000;

/**
 * Returns statements that write each trade's number and the balance before it, if they differ from the stored ones.
 */
const numberTrades = (accountId: string, list: Numbered[]): SQL[] =>
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

const read = (text: string | null | undefined): Decimal => (text ? (parseDecimal(text) ?? 0n) : 0n);

/**
 * Returns the balance at each of some moments, from the summed-up days plus the events of the moment's own day up to
 * it.
 */
async function balancesAt(
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
      + coalesce((select sum(o.profit) from monitoring_deals o where o.account_id = ${accountId} and o.type not in ('buy', 'sell', 'credit')
          and o.at >= date_trunc('day', m.at, 'UTC') and o.at <= m.at), 0))::text as balance
    from unnest(${sql.param(moments)}::timestamptz[]) as m(at)`);
  return new Map(rows.map(({ at, balance }) => [Math.round(Number(at)), read(balance)]));
}

type DayRow = { day: string; opening: Decimal; closing: Decimal; summary: Summary; lastSeq: number };

/**
 * Sums up the days of a chunk; every day before it must be summed up already.
 *
 * @param accountOpening the balance before the history
 */
export async function refreshDays(
  tx: Tx,
  accountId: string,
  { from, until, before }: Chunk,
  accountOpening: Decimal,
): Promise<void> {
  const opening = before.closing ?? accountOpening;
  const events = await withFloating(tx, accountId, await eventsSince(tx, accountId, from, until), opening);
  const start = Date.parse(from);
  const early = openTimesBefore(events, start);
  const balanceByTime = early.length
    ? await balancesAt(tx, accountId, early, accountOpening)
    : new Map<number, Decimal>();
  const rows = new Map<string, DayRow>();
  const numbers: Numbered[] = [];
  let seq = before.lastSeq;
  let balance = opening;
  for (const [index, placed] of withRunningBalance(
    events,
    opening,
    // only the opening is known yet for the chunk's own days
    (time) => (time >= start ? opening : (balanceByTime.get(time) ?? accountOpening)),
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
  await write(tx, accountId, { from, until, numbers, rows: [...rows.values()] });
}

/** Returns the opening times before the first of the days, whose balances have to be looked up. */
function openTimesBefore(events: Event[], start: number): number[] {
  const times = events.flatMap((event) =>
    "trade" in event && event.trade.openTime !== null ? [event.trade.openTime] : [],
  );
  return [...new Set(times.filter((time) => time < start))];
}

type Found = { from: string; until: string | null; numbers: Numbered[]; rows: DayRow[] };

async function write(tx: Tx, accountId: string, { from, until, numbers, rows }: Found): Promise<void> {
  const names = rows.map(({ day }) => day);
  // days that lost their last event keep their equity
  const emptied = tx
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
    .where(
      and(
        eq(days.accountId, accountId),
        gte(days.day, from),
        until ? lt(days.day, until) : undefined,
        sql`${days.day} <> all(${sql.param(names)}::date[])`,
      ),
    );
  const [first, ...rest] = [...chunks(rows, 1_000)].map((some) => {
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
    const updatedColumns = ["summary", "opening", "closing", "lowest", "growth", "trades"] as const;
    return tx
      .insert(days)
      .values(values)
      .onConflictDoUpdate({
        target: [days.accountId, days.day],
        set: {
          ...Object.fromEntries(updatedColumns.map((name) => [name, sql`excluded.${sql.identifier(name)}`])),
          lastSeq: sql`excluded.last_seq`,
        },
      });
  });
  await tx.execute(batchWrites(emptied, ...numberTrades(accountId, numbers), ...(first ? [first] : [])));
  for (const other of rest) await other;
}
