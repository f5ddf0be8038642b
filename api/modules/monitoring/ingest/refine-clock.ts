import { and, eq, isNotNull, sql } from "drizzle-orm";
import { monitoringAccounts as accounts } from "#api/db/schema/monitoring";
import { monitoringDeals as deals } from "#api/db/schema/monitoring-history";
import type { Tx } from "#api/db/transaction";
import type { DirtyRanges } from "#api/modules/monitoring/history/dirty-ranges";
import { recalculateDealTimes } from "#api/modules/monitoring/history/recalculate-deal-times";
import { zoneRuleName } from "#statements/time-zone";
import type { BrokerClock } from "./clock";
import { toUtc } from "./clock";
import { findTimeZone } from "./find-time-zone";

/** Number of deals that is enough to tell when a broker's week begins. */
const evidence = 5_000;

/**
 * Finds the rule of a broker's clock again, unless the client chose it, and recomputes the times of the history if
 * the rule changed.
 */
export async function refineClock(tx: Tx, accountId: string, clock: BrokerClock): Promise<DirtyRanges> {
  if (clock.isChosen) return recalculateDealTimes(tx, accountId, (at) => toUtc(clock, at));
  const dealSample = await tx
    .select({ symbol: deals.symbol, shown: sql<string>`extract(epoch from ${deals.shownAt}) * 1000` })
    .from(deals)
    .where(and(eq(deals.accountId, accountId), isNotNull(deals.shownAt), isNotNull(deals.entry)))
    .orderBy(sql`hashtext(${deals.ticket})`)
    .limit(evidence);
  const rule = findTimeZone(
    clock.offsets,
    dealSample.map(({ symbol, shown: at }) => ({ symbol, shown: Number(at) })),
  );
  const zone = rule && zoneRuleName(rule);
  const before = clock.rule && zoneRuleName(clock.rule);
  if (rule && zone !== before) await tx.update(accounts).set({ zone }).where(eq(accounts.id, accountId));
  const found = { ...clock, rule: rule ?? clock.rule };
  return recalculateDealTimes(tx, accountId, (at) => toUtc(found, at));
}
