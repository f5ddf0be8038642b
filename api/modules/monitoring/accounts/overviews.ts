import type { Database } from "#api/db/connect";
import { cachePerOwner } from "#api/lib/cache";
import { loadHistories } from "#api/modules/monitoring/history/period";
import type { Point } from "#api/modules/monitoring/page/lines";
import { figuresOf } from "#api/modules/monitoring/statistics/figures";
import { dayOf } from "#contract/day";
import type { FigureValues } from "#contract/monitoring/figures";
import type { Decimal } from "#statements/decimal";
import { loadWeeks, resultsNow, sparklineOf } from "./growth-weeks";

/** Figures of an account's whole history for lists. */
export type Overview = {
  values: FigureValues;
  trades: number;
  /** Its growth, as `sparklineOf` returns it. */
  line: Point[];
  /** Results of the current UTC day and the current UTC month. */
  today: Decimal;
  month: Decimal;
};

export type Listed = { id: string; opening: Decimal; revision: string };

type CachedOverview = { version: string; overview: Overview };
/** About 8 KB each. */
const cacheOf = cachePerOwner<CachedOverview>({ name: "overviews of accounts", maxBytes: 8 * 2 ** 20 });

/**
 * Returns overviews by account. An overview is cached until the account's row or the UTC day changes; the others are
 * loaded with two queries, however many they are (docs/adr/0005).
 */
export async function loadOverviews(
  db: Database,
  listed: readonly Listed[],
  now: Date,
): Promise<Map<string, Overview>> {
  const cache = cacheOf(db);
  const day = dayOf(now);
  const overviews = new Map<string, Overview>();
  const versionOf = (account: Listed) => `${account.revision} ${day}`;
  const uncached: Listed[] = [];
  for (const account of listed) {
    const known = cache.get(account.id);
    if (known?.version === versionOf(account)) overviews.set(account.id, known.overview);
    else uncached.push(account);
  }
  for (const [account, overview] of await sumUp(db, uncached, now)) {
    cache.set(account.id, { version: versionOf(account), overview });
    overviews.set(account.id, overview);
  }
  return overviews;
}

async function sumUp(db: Database, listed: readonly Listed[], now: Date): Promise<[Listed, Overview][]> {
  if (listed.length === 0) return [];
  const [histories, weeks] = await Promise.all([loadHistories(db, listed), loadWeeks(db, listed, now)]);
  return histories.map(({ account, sums: { summary, equity, opening, months } }) => {
    const weeksOfIt = weeks.get(account.id) ?? [];
    const { values } = figuresOf(summary, equity, { opening });
    const line = sparklineOf(months, weeksOfIt, now);
    return [account, { values, trades: summary.trades, line, ...resultsNow(months, weeksOfIt, now) }];
  });
}
