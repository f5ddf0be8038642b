import { sql } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { cachePerRequest } from "#api/db/request-cache";
import { partnerNetwork as network, partnerPayments, partnerRewards } from "#api/db/schema/partners";
import { handle } from "#api/http/handle";
import * as contract from "#contract/partners/index";
import { referralLevels } from "#contract/rules";
import { findTerms } from "./find-terms";
import type { Level } from "./terms";

type Totals = { level: Level; clients: number; turnoverCents: number; rewardCents: number };

/**
 * Returns clients, turnover (payments minus refunds) and reward (minus what was taken back) of a partner, by level.
 */
export const levelTotals = cachePerRequest(
  "partner levels",
  async (db: Database, partnerId: string): Promise<Totals[]> => {
    const { rows } = await db.execute<Totals>(sql`
      select level,
        (select count(*) from ${network} where partner_id = ${partnerId} and level = of.level) as "clients",
        (select coalesce(sum(amount_cents - refunded_cents), 0)::bigint from ${network}
          join ${partnerPayments} using (client_id) where partner_id = ${partnerId} and level = of.level) as "turnoverCents",
        (select coalesce(sum(amount_cents), 0)::bigint from ${partnerRewards}
          where partner_id = ${partnerId} and level = of.level) as "rewardCents"
      from unnest(array[${sql.join([...referralLevels], sql`, `)}]::int[]) as of (level)
      order by level`);
    return rows;
  },
);

export const levels = handle(contract.levels, async (_input, context) => {
  const [terms, totals] = await Promise.all([
    findTerms(context.db),
    levelTotals(context.db, context.client.id),
  ]);
  return {
    levels: totals.map((total) => ({
      level: total.level,
      rewardForLevel: terms.percents[total.level],
      userCount: total.clients,
      rewardCountCents: total.turnoverCents,
      rewardSumCents: total.rewardCents,
    })),
  };
});
