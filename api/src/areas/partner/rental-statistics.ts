import type { AnyColumn } from "drizzle-orm";
import { and, eq, gte, lt, sql } from "drizzle-orm";
import { verb } from "#api/calls/verb";
import type { Database } from "#api/db/connect";
import { partnerClicks, partnerNetwork, partnerPayments, partnerRewards } from "#api/db/schema/partner";
import { userOf } from "#api/identity/user-of";
import { dayOf } from "#contract/day";
import * as contract from "#contract/partner/index";
import { spanOf } from "#contract/period";
import type { Step } from "./steps";
import { stepOf, stepsOf } from "./steps";

type Span = { from: Date; to: Date };

/** The step in which a moment lies, as a date. The step is a constant of ours, written into the statement so that it can be grouped by. */
const stepDate = (step: Step, time: AnyColumn) =>
  sql<string>`to_char(date_trunc('${sql.raw(step)}', ${time} at time zone 'UTC'), 'YYYY-MM-DD')`;

const within = (time: AnyColumn, { from, to }: Span) => and(gte(time, from), lt(time, to));

/** Everything that happened in a span, by step: clicks, direct registrations, their rents and renewals, rewards of all levels. */
async function countByStep(db: Database, partnerId: string, span: Span, step: Step) {
  const clickStep = sql<string>`to_char(date_trunc('${sql.raw(step)}', ${partnerClicks.day}::timestamp), 'YYYY-MM-DD')`;
  const joinStep = stepDate(step, partnerNetwork.joinedAt);
  const paymentStep = stepDate(step, partnerPayments.createdAt);
  const rewardStep = stepDate(step, partnerRewards.createdAt);
  const direct = and(eq(partnerNetwork.partnerId, partnerId), eq(partnerNetwork.level, 1));
  return Promise.all([
    db
      .select({ date: clickStep, count: sql<number>`count(*)::int` })
      .from(partnerClicks)
      .where(
        and(
          eq(partnerClicks.partnerId, partnerId),
          gte(partnerClicks.day, dayOf(span.from)),
          lt(partnerClicks.day, dayOf(span.to)),
        ),
      )
      .groupBy(clickStep),
    db
      .select({ date: joinStep, count: sql<number>`count(*)::int` })
      .from(partnerNetwork)
      .where(and(direct, within(partnerNetwork.joinedAt, span)))
      .groupBy(joinStep),
    db
      .select({ date: paymentStep, kind: partnerPayments.kind, count: sql<number>`count(*)::int` })
      .from(partnerPayments)
      .innerJoin(partnerNetwork, eq(partnerNetwork.clientId, partnerPayments.clientId))
      .where(and(direct, within(partnerPayments.createdAt, span)))
      .groupBy(paymentStep, partnerPayments.kind),
    db
      .select({ date: rewardStep, cents: sql<string>`sum(${partnerRewards.amountCents})` })
      .from(partnerRewards)
      .where(and(eq(partnerRewards.partnerId, partnerId), within(partnerRewards.createdAt, span)))
      .groupBy(rewardStep),
  ]);
}

export const rentalStatistics = verb(contract.rentalStatistics, async (input, context) => {
  const user = await userOf(context.db, context.client.id);
  const span = spanOf(input, context.clock.now(), user.createdAt);
  const step = stepOf(span);
  const [clicks, registrations, payments, rewards] = await countByStep(context.db, user.id, span, step);
  const countOf = (rows: { date: string; count: number }[], date: string) =>
    rows.find((row) => row.date === date)?.count ?? 0;
  const rents = payments.filter((row) => row.kind === "rent");
  const renewals = payments.filter((row) => row.kind === "renewal");
  const conversionData = stepsOf(span, step).map((date) => ({
    date,
    clicks: countOf(clicks, date),
    registrations: countOf(registrations, date),
    rented: countOf(rents, date),
    renewed: countOf(renewals, date),
  }));
  const rewardData = conversionData.map(({ date }) => ({
    date,
    rewardCents: Number(rewards.find((row) => row.date === date)?.cents ?? 0),
  }));
  const sum = (name: "clicks" | "registrations" | "rented" | "renewed") =>
    conversionData.reduce((total, point) => total + point[name], 0);
  const stats = {
    clicks: sum("clicks"),
    registrations: sum("registrations"),
    rented: sum("rented"),
    renewed: sum("renewed"),
  };
  return {
    step,
    from: dayOf(span.from),
    to: dayOf(new Date(span.to.getTime() - 1)),
    rewardData,
    conversionData,
    stats: {
      ...stats,
      rewardCents: rewardData.reduce((total, point) => total + point.rewardCents, 0),
      conversion: stats.clicks > 0 ? Math.round((stats.registrations / stats.clicks) * 1000) / 10 : null,
    },
  };
});
