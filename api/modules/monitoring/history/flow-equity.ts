import { sql } from "drizzle-orm";
import type { Tx } from "#api/db/transaction";
import type { Event } from "#api/modules/monitoring/statistics/event-order";
import { changeOf } from "#api/modules/monitoring/statistics/event-order";
import { equityKnownMilliseconds } from "#api/modules/monitoring/statistics/flows";
import type { Decimal } from "#statements/decimal";
import { parseDecimal } from "#statements/decimal";
import { isBookedApart } from "#statements/kinds";

/**
 * Adds to the cash flows among some events the floating result at their time (see `floatingAt`) and stores it with
 * the deals, because snapshots by the minute are downsampled later. A flow to or from an empty account needs none.
 *
 * @param opening the balance before the first event
 */
export async function withFloating(
  tx: Tx,
  accountId: string,
  events: Event[],
  opening: Decimal,
): Promise<Event[]> {
  const tickets: string[] = [];
  let balance = opening;
  for (const event of events) {
    if ("operation" in event && balance !== 0n && isFlow(event.operation) && event.operation.floating == null)
      tickets.push(event.operation.ticket);
    balance += changeOf(event);
  }
  if (tickets.length === 0) return events;
  const { rows } = await tx.execute<{ ticket: string; floating: string }>(sql`
    with known as (
      select d.ticket, s.floating from monitoring_deals d
      cross join lateral (
        select at, equity - balance - credit as floating from monitoring_snapshots
        where account_id = d.account_id and at < d.at and at >= d.at - ${`${equityKnownMilliseconds} milliseconds`}::interval
        order by at desc limit 1) s
      where d.account_id = ${accountId} and d.ticket = any(${sql.param(tickets)}::text[])
        and not exists (
          select from monitoring_trades t where t.account_id = d.account_id and t.closed_at > s.at and t.closed_at <= d.at))
    update monitoring_deals d set floating = known.floating from known
    where d.account_id = ${accountId} and d.ticket = known.ticket
    returning d.ticket, d.floating::text as floating`);
  const known = new Map(rows.map(({ ticket, floating }) => [ticket, parseDecimal(floating)]));
  return events.map((event) =>
    "operation" in event && known.has(event.operation.ticket)
      ? { operation: { ...event.operation, floating: known.get(event.operation.ticket) ?? null } }
      : event,
  );
}

const isFlow = ({ type }: { type: string }) => type !== "credit" && !isBookedApart(type);
