import type { Placeholder, SQL } from "drizzle-orm";
import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { preparedQuery } from "#api/db/prepared-query";
import {
  monitoringPeriods as periods,
  monitoringSubscriptions as subscriptions,
} from "#api/db/schema/monitoring";
import type { Tx } from "#api/db/transaction";
import { addMonths, daysBetween } from "#api/lib/calendar";
import { monitoringAccountMonthCents, monitoringFreeAccounts } from "#contract/rules";

/** A month is counted as so many days where a part of one is charged. */
const daysOfMonth = 30;

export type Paid = {
  accounts: number;
  startsAt: Date;
  endsAt: Date;
  /** Since when time was paid for without a gap. */
  activatedAt: Date;
  /** Whether the next month is paid for from the balance by itself. */
  isAutomatic: boolean;
};

export const priceOf = (accounts: number, months: number) => accounts * months * monitoringAccountMonthCents;

/** The time left of a subscription as it is charged: in days that have begun, and in months that have begun, on its own day of the month. */
export type TimeLeft = { days: number; months: number };

/** @param day the day of the month that the subscription's periods end on */
export function timeLeft(now: Date, endsAt: Date, day: number): TimeLeft {
  let months = 0;
  while (addMonths(now, months, day) < endsAt) months += 1;
  return { days: daysBetween(now, endsAt), months };
}

/** What more accounts cost for the time left: by the day, to the cent in the client's favour, and never more than its months cost. */
export const priceForRest = (accounts: number, { days, months }: TimeLeft) =>
  Math.min(
    Math.floor((accounts * days * monitoringAccountMonthCents) / daysOfMonth),
    priceOf(accounts, months),
  );

/** What is paid for now and later, in order. */
export async function paidPeriods(db: Database | Tx, userId: string, now: Date): Promise<Paid[]> {
  return periodsAfter(db).execute({ userId, now });
}

const periodsAfter = preparedQuery((db: Database | Tx) =>
  db
    .select({
      accounts: periods.accounts,
      startsAt: periods.startsAt,
      endsAt: periods.endsAt,
      activatedAt: subscriptions.activatedAt,
      isAutomatic: subscriptions.autopay,
    })
    .from(periods)
    .innerJoin(subscriptions, eq(subscriptions.userId, periods.userId))
    .where(and(eq(periods.userId, sql.placeholder("userId")), gt(periods.endsAt, sql.placeholder("now"))))
    .orderBy(asc(periods.startsAt)),
);

export const paidNow = (paid: Paid[], now: Date) =>
  paid.find(({ startsAt, endsAt }) => startsAt <= now && now < endsAt)?.accounts ?? 0;

/** How many accounts a client may have watched now. */
export async function availableAccounts(db: Database | Tx, userId: string, now: Date): Promise<number> {
  return monitoringFreeAccounts + paidNow(await paidPeriods(db, userId, now), now);
}

/**
 * Whether an account is above the limit, as a part of a statement about accounts. The oldest accounts stay; the others pause, by this
 * rule alone: nothing is switched, so nothing can be forgotten when a subscription ends or begins.
 */
export const pausedAt = (now: Date | Placeholder): SQL<boolean> => sql<boolean>`(
    select count(*) from monitoring_accounts older
    where older.user_id = monitoring_accounts.user_id
      and (older.created_at, older.id) < (monitoring_accounts.created_at, monitoring_accounts.id)
  ) >= ${monitoringFreeAccounts}::int + coalesce((
    select accounts from monitoring_periods
    where user_id = monitoring_accounts.user_id and starts_at <= ${textOf(now)}::timestamptz and ends_at > ${textOf(now)}::timestamptz
    order by starts_at limit 1), 0)`;

const textOf = (moment: Date | Placeholder) => (moment instanceof Date ? moment.toISOString() : moment);

/** Locks a client's subscription, so that purchases of one client go one after the other. */
export async function lockSubscription(tx: Tx, userId: string, now: Date) {
  await tx.insert(subscriptions).values({ userId, activatedAt: now, paidUntil: now }).onConflictDoNothing();
  const [row] = await tx.select().from(subscriptions).where(eq(subscriptions.userId, userId)).for("update");
  if (!row) throw new Error("The subscription was not made");
  return row;
}
