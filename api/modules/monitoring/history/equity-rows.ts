import { and, eq, gte, inArray, lt, sql } from "drizzle-orm";
import { monitoringDays as days, monitoringDeals as deals } from "#api/db/schema/monitoring-history";
import type { Tx } from "#api/db/transaction";
import type { EquitySummary } from "#api/modules/monitoring/statistics/equity";
import { toJson } from "#api/modules/monitoring/statistics/serialize";
import { chunks } from "#statements/chunks";
import type { BalanceOperation } from "#statements/types";

/** Operations that change the equity without being a result: cash flows, credit and the broker's corrections. */
export const flowKinds = ["balance", "credit", "correction"] as const;

/** Returns cash flows, credit and corrections from a moment on, up to another (exclusive). */
export async function operationsBetween(
  tx: Tx,
  accountId: string,
  from: Date,
  to?: Date,
): Promise<BalanceOperation[]> {
  const rows = await tx
    .select({ ticket: deals.ticket, type: deals.type, at: deals.at, profit: deals.profit })
    .from(deals)
    .where(
      and(
        eq(deals.accountId, accountId),
        inArray(deals.type, flowKinds),
        gte(deals.at, from),
        to && lt(deals.at, to),
      ),
    );
  return rows.map(({ ticket, type, at, profit }) => ({
    ticket,
    type: type as BalanceOperation["type"],
    time: at.getTime(),
    amount: profit,
  }));
}

/** Returns statements that write the equity summary of each of these days. */
export const writeEquity = (tx: Tx, accountId: string, entries: [string, EquitySummary][]) =>
  [...chunks(entries, 1_000)].map((some) =>
    tx
      .insert(days)
      .values(
        some.map(([day, equity]) => ({
          accountId,
          day,
          equity: toJson(equity),
          equityClose: equity.path?.last ?? null,
        })),
      )
      .onConflictDoUpdate({
        target: [days.accountId, days.day],
        set: { equity: sql`excluded.equity`, equityClose: sql`excluded.equity_close` },
      }),
  );
