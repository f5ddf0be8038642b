import { and, eq, gte, lt, sql } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { monitoringDeals as deals, monitoringTrades as trades } from "#api/db/schema/monitoring-history";
import type { Decimal } from "#api/values/decimal";
import { parseDecimal, ratio } from "#api/values/decimal";

/** What a report says of a stretch of time, whatever its ends: the statistics' own days are UTC days, a client's are not. */
export type ReportFigures = {
  trades: number;
  wins: number;
  net: Decimal;
  grossProfit: Decimal;
  grossLoss: Decimal;
  best: Decimal | null;
  worst: Decimal | null;
  /** Product of the trades' returns on the balance before each, less 1; null where a balance was not positive. */
  growth: number | null;
  /** Gross profit by gross loss; null without losses. */
  profitFactor: number | null;
  deposits: Decimal;
  withdrawals: Decimal;
};

const decimal = (value: string | null) => (value === null ? null : parseDecimal(value));

/** The figures of an account that is summed up, from one moment up to another, in two queries. */
export async function reportFigures(
  db: Database,
  accountId: string,
  from: Date,
  until: Date,
): Promise<ReportFigures> {
  const [[sums], [flows]] = await Promise.all([
    db
      .select({
        trades: sql<string>`count(*)`,
        wins: sql<string>`count(*) filter (where ${trades.result} > 0)`,
        profit: sql<string>`coalesce(sum(${trades.result}) filter (where ${trades.result} > 0), 0)`,
        loss: sql<string>`coalesce(sum(${trades.result}) filter (where ${trades.result} < 0), 0)`,
        best: sql<string | null>`max(${trades.result})`,
        worst: sql<string | null>`min(${trades.result})`,
        broken: sql<string>`count(*) filter (where coalesce(${trades.balanceBefore}, 0) <= 0 or ${trades.result} <= -${trades.balanceBefore})`,
        growth: sql<
          number | null
        >`(sum(ln((1 + ${trades.result} / nullif(${trades.balanceBefore}, 0))::double precision))
          filter (where ${trades.balanceBefore} > 0 and ${trades.result} > -${trades.balanceBefore}))`,
      })
      .from(trades)
      .where(and(eq(trades.accountId, accountId), gte(trades.closedAt, from), lt(trades.closedAt, until))),
    db
      .select({
        deposits: sql<string>`coalesce(sum(${deals.profit}) filter (where ${deals.profit} > 0), 0)`,
        withdrawals: sql<string>`coalesce(-sum(${deals.profit}) filter (where ${deals.profit} < 0), 0)`,
      })
      .from(deals)
      .where(
        and(
          eq(deals.accountId, accountId),
          eq(deals.type, "balance"),
          gte(deals.at, from),
          lt(deals.at, until),
        ),
      ),
  ]);
  const [grossProfit, grossLoss] = [decimal(sums?.profit ?? "0") ?? 0n, decimal(sums?.loss ?? "0") ?? 0n];
  const count = Number(sums?.trades ?? 0);
  return {
    trades: count,
    wins: Number(sums?.wins ?? 0),
    net: grossProfit + grossLoss,
    grossProfit,
    grossLoss,
    best: count > 0 ? decimal(sums?.best ?? null) : null,
    worst: count > 0 ? decimal(sums?.worst ?? null) : null,
    growth: Number(sums?.broken ?? 0) > 0 ? null : Math.expm1(sums?.growth ?? 0),
    profitFactor: grossLoss === 0n ? null : ratio(grossProfit, -grossLoss),
    deposits: decimal(flows?.deposits ?? "0") ?? 0n,
    withdrawals: decimal(flows?.withdrawals ?? "0") ?? 0n,
  };
}
