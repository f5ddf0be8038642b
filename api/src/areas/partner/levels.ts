import { eq, sql } from "drizzle-orm";
import { verb } from "#api/calls/verb";
import type { Database } from "#api/db/connect";
import { partnerNetwork, partnerPayments, partnerRewards } from "#api/db/schema/partner";
import * as contract from "#contract/partner/index";
import { referralLevels } from "#contract/rules";
import { findTerms } from "./find-terms";

/** Clients, turnover (payments less refunds) and reward (less what was taken back) of a partner, by level. */
export async function levelTotals(db: Database, partnerId: string) {
  const [clients, payments, rewards] = await Promise.all([
    db
      .select({ level: partnerNetwork.level, count: sql<number>`count(*)::int` })
      .from(partnerNetwork)
      .where(eq(partnerNetwork.partnerId, partnerId))
      .groupBy(partnerNetwork.level),
    db
      .select({
        level: partnerNetwork.level,
        cents: sql<string>`sum(${partnerPayments.amountCents} - ${partnerPayments.refundedCents})`,
      })
      .from(partnerNetwork)
      .innerJoin(partnerPayments, eq(partnerPayments.clientId, partnerNetwork.clientId))
      .where(eq(partnerNetwork.partnerId, partnerId))
      .groupBy(partnerNetwork.level),
    db
      .select({ level: partnerRewards.level, cents: sql<string>`sum(${partnerRewards.amountCents})` })
      .from(partnerRewards)
      .where(eq(partnerRewards.partnerId, partnerId))
      .groupBy(partnerRewards.level),
  ]);
  return referralLevels.map((level) => ({
    level,
    clients: clients.find((row) => row.level === level)?.count ?? 0,
    turnoverCents: Number(payments.find((row) => row.level === level)?.cents ?? 0),
    rewardCents: Number(rewards.find((row) => row.level === level)?.cents ?? 0),
  }));
}

export const levels = verb(contract.levels, async (_input, context) => {
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
