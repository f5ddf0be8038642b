import type { AnyColumn, SQL } from "drizzle-orm";
import { and, eq, gte, lt, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Database } from "#api/db/connect";
import { partnerClicks, partnerNetwork, partnerPayments, partnerRewards } from "#api/db/schema/partners";
import { handle } from "#api/http/handle";
import { dayOf } from "#contract/day";
import * as contract from "#contract/partners/index";
import { spanOf } from "#contract/period";
import type { Step } from "./chart-steps";
import { stepOf, stepsOf } from "./chart-steps";

type Span = { from: Date; to: Date };

/**
 * Returns the date of the step that contains a moment. The step is one of our constants, inlined into the statement
 * so that it can be grouped by.
 */
const stepDate = (step: Step, time: AnyColumn) =>
  sql<string>`to_char(date_trunc('${sql.raw(step)}', ${time} at time zone 'UTC'), 'YYYY-MM-DD')`;

const within = (time: AnyColumn, { from, to }: Span) => and(gte(time, from), lt(time, to));

type Counted = { what: "click" | "registration" | "rent" | "renewal" | "reward"; date: string; sum: number };

/**
 * Counts all events of a span by step: clicks, direct registrations, their rentals and renewals, rewards of all
 * levels.
 */
async function countByStep(db: Database, partnerId: string, span: Span, step: Step): Promise<Counted[]> {
  const direct = and(eq(partnerNetwork.partnerId, partnerId), eq(partnerNetwork.level, 1));
  const count = sql<number>`count(*)`.mapWith(Number).as("sum");
  const label = (name: SQL) => sql<Counted["what"]>`${name}`.as("what");
  const by = (date: SQL<string>) => ({ date: date.as("date"), sum: count });
  const clickStep = sql<string>`to_char(date_trunc('${sql.raw(step)}', ${partnerClicks.day}::timestamp), 'YYYY-MM-DD')`;
  const [joinStep, paymentStep, rewardStep] = [
    stepDate(step, partnerNetwork.joinedAt),
    stepDate(step, partnerPayments.createdAt),
    stepDate(step, partnerRewards.createdAt),
  ];
  const days = and(gte(partnerClicks.day, dayOf(span.from)), lt(partnerClicks.day, dayOf(span.to)));
  return unionAll(
    db
      .select({ what: label(sql`'click'`), ...by(clickStep) })
      .from(partnerClicks)
      .where(and(eq(partnerClicks.partnerId, partnerId), days))
      .groupBy(clickStep),
    db
      .select({ what: label(sql`'registration'`), ...by(joinStep) })
      .from(partnerNetwork)
      .where(and(direct, within(partnerNetwork.joinedAt, span)))
      .groupBy(joinStep),
    db
      .select({ what: label(sql`${partnerPayments.kind}`), ...by(paymentStep) })
      .from(partnerPayments)
      .innerJoin(partnerNetwork, eq(partnerNetwork.clientId, partnerPayments.clientId))
      .where(and(direct, within(partnerPayments.createdAt, span)))
      .groupBy(paymentStep, partnerPayments.kind),
    db
      .select({
        what: label(sql`'reward'`),
        date: rewardStep.as("date"),
        sum: sql<number>`sum(${partnerRewards.amountCents})`.mapWith(Number).as("sum"),
      })
      .from(partnerRewards)
      .where(and(eq(partnerRewards.partnerId, partnerId), within(partnerRewards.createdAt, span)))
      .groupBy(rewardStep),
  );
}

export const rentalStatistics = handle(contract.rentalStatistics, async (input, context) => {
  const { user } = context.client;
  const span = spanOf(input, context.clock.now(), user.createdAt);
  const step = stepOf(span);
  const counted = await countByStep(context.db, user.id, span, step);
  const sums = new Map(counted.map(({ what, date, sum }) => [`${what} ${date}`, sum]));
  const sumOf = (what: Counted["what"], date: string) => sums.get(`${what} ${date}`) ?? 0;
  const conversionData = stepsOf(span, step).map((date) => ({
    date,
    clicks: sumOf("click", date),
    registrations: sumOf("registration", date),
    rented: sumOf("rent", date),
    renewed: sumOf("renewal", date),
  }));
  const rewardData = conversionData.map(({ date }) => ({ date, rewardCents: sumOf("reward", date) }));
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
