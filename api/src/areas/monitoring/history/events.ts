import { and, asc, eq, gte, inArray, lt } from "drizzle-orm";
import type { BalanceOperation } from "#api/areas/monitoring/statistics/history";
import type { Event } from "#api/areas/monitoring/statistics/place";
import { compareEvents } from "#api/areas/monitoring/statistics/place";
import type { Database } from "#api/db/connect";
import { monitoringDeals as deals, monitoringTrades as trades } from "#api/db/schema/monitoring-history";
import type { Tx } from "#api/db/transaction";
import { operationKinds } from "#contract/monitoring/deal-kinds";

/** Trades and operations of a day and those after it, in order; up to `until`, where it is given. Only what the summaries read is loaded. */
export async function eventsSince(
  tx: Database | Tx,
  accountId: string,
  from: string,
  until: string | null,
): Promise<Event[]> {
  const start = new Date(`${from}T00:00:00Z`);
  const end = until === null ? null : new Date(`${until}T00:00:00Z`);
  const [tradeRows, operationRows] = [
    await tx
      .select({
        ticket: trades.ticket,
        position: trades.position,
        symbol: trades.symbol,
        side: trades.side,
        openedAt: trades.openedAt,
        closedAt: trades.closedAt,
        result: trades.result,
        isFinal: trades.isFinal,
        source: trades.source,
        via: trades.via,
        isSeenOpen: trades.isSeenOpen,
        isChanged: trades.isChanged,
      })
      .from(trades)
      .where(
        and(
          eq(trades.accountId, accountId),
          gte(trades.closedAt, start),
          end ? lt(trades.closedAt, end) : undefined,
        ),
      )
      .orderBy(asc(trades.closedAt)),
    await tx
      .select({ ticket: deals.ticket, type: deals.type, at: deals.at, profit: deals.profit })
      .from(deals)
      .where(
        and(
          eq(deals.accountId, accountId),
          inArray(deals.type, [...operationKinds]),
          gte(deals.at, start),
          end ? lt(deals.at, end) : undefined,
        ),
      ),
  ];
  const nothing = {
    volume: 0n,
    swap: 0n,
    commission: 0n,
    fee: 0n,
    taxes: 0n,
    openPrice: null,
    closePrice: null,
  };
  const events: Event[] = tradeRows.map((row) => ({
    trade: {
      ...nothing,
      ticket: row.ticket,
      position: row.position,
      symbol: row.symbol,
      side: row.side,
      openTime: row.openedAt?.getTime() ?? null,
      closeTime: row.closedAt.getTime(),
      profit: row.result,
      final: row.isFinal,
      origin: originOf(row),
    },
  }));
  for (const { ticket, type, at, profit } of operationRows)
    events.push({
      operation: { ticket, type: type as BalanceOperation["type"], time: at.getTime(), amount: profit },
    });
  return events.sort(compareEvents);
}

type Provenance = Pick<typeof trades.$inferSelect, "source" | "via" | "isSeenOpen" | "isChanged">;

/** Where a stored trade comes from; a terminal's trade of before arrivals were noted was posted with the key. */
export const originOf = ({ source, via, isSeenOpen, isChanged }: Provenance) => ({
  via: source === "import" ? ("file" as const) : (via ?? ("key" as const)),
  isSeenOpen,
  isChanged,
});
