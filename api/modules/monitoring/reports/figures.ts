import { and, eq, gte, inArray, lt, sql } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { monitoringDeals as deals, monitoringTrades as trades } from "#api/db/schema/monitoring-history";
import type { Account } from "#api/modules/monitoring/accounts/own-account";
import { eventsSince } from "#api/modules/monitoring/history/events";
import { balanceBefore } from "#api/modules/monitoring/history/period";
import { withRunningBalance } from "#api/modules/monitoring/statistics/event-order";
import { dayMilliseconds, dayOf } from "#contract/day";
import type { Decimal } from "#statements/decimal";
import { parseDecimal, ratio } from "#statements/decimal";
import { bookedApartKinds, isBookedApart } from "#statements/kinds";

/**
 * The figures of a report over any time range: the statistics use UTC days, while a client's days follow their time
 * zone.
 */
export type ReportFigures = {
  trades: number;
  wins: number;
  net: Decimal;
  grossProfit: Decimal;
  grossLoss: Decimal;
  best: Decimal | null;
  worst: Decimal | null;
  /**
   * Product of the returns on the balance before each trade and each result booked apart, minus 1; null if a balance
   * was not positive.
   */
  growth: number | null;
  /** Gross profit divided by gross loss; null without losses. */
  profitFactor: number | null;
  deposits: Decimal;
  withdrawals: Decimal;
};

const decimal = (value: string | null) => (value === null ? null : parseDecimal(value));

/**
 * Returns the figures of an account that is summed up, from one moment up to another, in two queries if nothing was
 * booked apart.
 */
export async function reportFigures(
  db: Database,
  account: Pick<Account, "id" | "opening">,
  from: Date,
  until: Date,
): Promise<ReportFigures> {
  const accountId = account.id;
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
        deposits: sql<string>`coalesce(sum(${deals.profit}) filter (where ${deals.type} = 'balance' and ${deals.profit} > 0), 0)`,
        withdrawals: sql<string>`coalesce(-sum(${deals.profit}) filter (where ${deals.type} = 'balance' and ${deals.profit} < 0), 0)`,
        apart: sql<string>`coalesce(sum(${deals.profit}) filter (where ${deals.type} <> 'balance'), 0)`,
        apartCount: sql<string>`count(*) filter (where ${deals.type} <> 'balance')`,
      })
      .from(deals)
      .where(
        and(
          eq(deals.accountId, accountId),
          inArray(deals.type, ["balance", ...bookedApartKinds]),
          gte(deals.at, from),
          lt(deals.at, until),
        ),
      ),
  ]);
  const [grossProfit, grossLoss] = [decimal(sums?.profit ?? "0") ?? 0n, decimal(sums?.loss ?? "0") ?? 0n];
  const count = Number(sums?.trades ?? 0);
  const ofTrades = Number(sums?.broken ?? 0) > 0 ? null : (sums?.growth ?? 0);
  const apart = Number(flows?.apartCount ?? 0) > 0 ? await growthApart(db, account, from, until) : 0;
  const growth = ofTrades === null || apart === null ? null : ofTrades + apart;
  return {
    trades: count,
    wins: Number(sums?.wins ?? 0),
    net: grossProfit + grossLoss + (decimal(flows?.apart ?? "0") ?? 0n),
    grossProfit,
    grossLoss,
    best: count > 0 ? decimal(sums?.best ?? null) : null,
    worst: count > 0 ? decimal(sums?.worst ?? null) : null,
    growth: growth === null ? null : Math.expm1(growth),
    profitFactor: grossLoss === 0n ? null : ratio(grossProfit, -grossLoss),
    deposits: decimal(flows?.deposits ?? "0") ?? 0n,
    withdrawals: decimal(flows?.withdrawals ?? "0") ?? 0n,
  };
}

/**
 * Returns the sum of ln(1 + return) of interest, charges and taxes, each on the balance before it; null if that was
 * not positive.
 */
async function growthApart(
  db: Database,
  { id, opening }: Pick<Account, "id" | "opening">,
  from: Date,
  until: Date,
): Promise<number | null> {
  const [first, end] = [dayOf(from), dayOf(until.getTime() + dayMilliseconds)];
  const before = (await balanceBefore(db, id, first)) ?? opening;
  return withRunningBalance(await eventsSince(db, id, first, end), before).reduce<number | null>(
    (sum, event) => {
      if (!("operation" in event) || !isBookedApart(event.operation.type)) return sum;
      const { time, amount } = event.operation;
      if (time < from.getTime() || time >= until.getTime()) return sum;
      const change = event.before > 0n ? ratio(amount, event.before) : -1;
      return sum === null || change <= -1 ? null : sum + Math.log1p(change);
    },
    0,
  );
}
