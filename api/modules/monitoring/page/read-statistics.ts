import { sql } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { handle } from "#api/http/handle";
import type { Account } from "#api/modules/monitoring/accounts/own-account";
import { viewAccount } from "#api/modules/monitoring/accounts/own-account";
import { openCostsOf } from "#api/modules/monitoring/history/checkpoints";
import type { Period, PeriodSums } from "#api/modules/monitoring/history/period";
import { loadPeriod } from "#api/modules/monitoring/history/period";
import type { Figures } from "#api/modules/monitoring/statistics/figure-inputs";
import { figuresOf } from "#api/modules/monitoring/statistics/figures";
import type { TradeSources } from "#api/modules/monitoring/statistics/trade-sources";
import { dayMilliseconds, dayOf } from "#contract/day";
import { placesOf } from "#contract/monitoring/currency";
import type { FigureValues } from "#contract/monitoring/figures";
import { figureKeys, figures as figureList, formulasVersion } from "#contract/monitoring/figures";
import * as contract from "#contract/monitoring/index";
import { originOf } from "./provenance";
import { spanOf } from "./span";

export const readStatistics = handle(contract.statistics, async ({ monitoringId, from, to }, context) => {
  const { db, clock, language } = context;
  const { account, money } = await viewAccount(context, monitoringId);
  const period = { from: from ?? null, to: to ?? null };
  const figures = await periodFigures(db, account, period, clock.now());
  const { values, reasons, before, growthFlows } = figures;
  return {
    monitoringId: account.monitoringId,
    ...period,
    currency: account.currency,
    ...(money ? values : withoutMoney(values)),
    reasons,
    formulas_version: formulasVersion,
    growth_flows: growthFlows,
    v1_0: money ? before : withoutMoney(before),
    origin: await originOf(db, account, period, figures, { language, money }),
  };
});

/**
 * Returns the figures of an account that is summed up; `now` decides whether the terminal's latest state belongs to
 * the period.
 */
export async function periodFigures(
  db: Database,
  account: Account,
  period: Period,
  now: Date,
): Promise<Figures & { origins: TradeSources }> {
  const [sums, span] = await Promise.all([loadPeriod(db, account, period), spanOf(db, account.id)]);
  const last = span ? Math.max(span.last, now.getTime()) : now.getTime();
  const { balance, equity, freeMargin } = account;
  const reachesNow = period.to === null || period.to >= dayOf(last);
  const end = period.to === null ? null : Date.parse(period.to) + dayMilliseconds;
  const figures = figuresOf(sums.summary, sums.equity, {
    isBefore: span !== null && end !== null && end <= span.first,
    isEmpty: span === null && balance === null,
    opening: sums.opening,
    isOpeningUnknown: sums.isOpeningUnknown,
    places: placesOf(account.currency),
    live:
      reachesNow && balance !== null && equity !== null && freeMargin !== null
        ? { balance, equity, freeMargin }
        : null,
    openCosts: reachesNow && balance === null ? await openCostsOf(db, account.id) : 0n,
    span: span && within(period, span),
    activity: await activityIn(db, account, period, sums, span),
    views: account.views,
  });
  return { ...figures, origins: sums.summary.origin };
}

/** Returns the part of a history within a period; null if there is none. */
function within(period: Period, { first, last }: { first: number; last: number }) {
  const start = Math.max(first, period.from ? Date.parse(period.from) : first);
  const end = Math.min(last, period.to ? Date.parse(period.to) + dayMilliseconds - 1 : last);
  return start > end ? null : { first: start, last: end };
}

/**
 * Returns the time with an open position. Positions that are still open count from their opening to the last known
 * moment, whatever closed in the meantime.
 */
async function activityIn(
  db: Database,
  account: Account,
  period: Period,
  { covered, summary }: PeriodSums,
  span: { first: number; last: number } | null,
): Promise<{ covered: number; monitored: number }> {
  if (!span || (covered === 0 && summary.held.positions === 0 && account.positions.length === 0))
    return { covered: 0, monitored: 0 };
  const start = Math.max(span.first, period.from ? Date.parse(period.from) : 0);
  const end = Math.min(
    span.last,
    period.to ? Date.parse(period.to) + dayMilliseconds : Number.POSITIVE_INFINITY,
  );
  const opened = Math.max(
    start,
    Math.min(...account.positions.map(({ openTime }) => openTime), Number.POSITIVE_INFINITY),
  );
  if (opened >= end) return { covered, monitored: (end - start) / 1000 };
  const { rows } = await db.execute<{ day: string; covered: number }>(sql`
    select day::text, covered from monitoring_days
    where account_id = ${account.id} and day >= ${dayOf(opened)}::date and day <= ${dayOf(end)}::date and covered > 0`);
  const after = rows.reduce((sum, row) => sum + row.covered, 0);
  const sameDay = rows.find(({ day }) => day === dayOf(opened))?.covered ?? 0;
  const before = covered - after + Math.min(sameDay, (opened % dayMilliseconds) / 1000);
  return { covered: before + (end - opened) / 1000, monitored: (end - start) / 1000 };
}

/** Removes the figures in money; percentages stay. */
export function withoutMoney(values: FigureValues): FigureValues {
  const visible: Record<string, unknown> = {};
  for (const key of figureKeys) {
    const value = values[key];
    if (figureList[key].unit === "money" || !(key in values)) continue;
    if (value && typeof value === "object") {
      visible[key] = Object.fromEntries(Object.entries(value).filter(([part]) => part !== "money"));
    } else visible[key] = value;
  }
  return visible as FigureValues;
}
