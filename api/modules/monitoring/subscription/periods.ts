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
import { businessSettings, currentFreeAccounts } from "#api/modules/settings/read-settings";
import { automaticPaymentFrom } from "#contract/automatic-payment";
import { monitoringAutopayMonths } from "#contract/rules";

/** Length of a month when a part of it is charged. */
const daysOfMonth = 30;

export type Paid = {
  accounts: number;
  startsAt: Date;
  endsAt: Date;
  /** Start of the uninterrupted paid time. */
  activatedAt: Date;
  /** Whether the next month is paid from the balance automatically. */
  isAutomatic: boolean;
};

/** @param monthCents the price of an account per month */
export const priceOf = (accounts: number, months: number, monthCents: number) =>
  accounts * months * monthCents;

/**
 * The remaining time of a subscription for charging: in started days, and in started months from its day of the
 * month.
 */
export type TimeLeft = { days: number; months: number };

/** @param day the day of the month that the subscription's periods end on */
export function timeLeft(now: Date, endsAt: Date, day: number): TimeLeft {
  let months = 0;
  while (addMonths(now, months, day) < endsAt) months += 1;
  return { days: daysBetween(now, endsAt), months };
}

/**
 * Returns the price of more accounts for the remaining time: by the day, rounded down to the cent, and never more
 * than the price of its months.
 */
export const priceForRest = (accounts: number, { days, months }: TimeLeft, monthCents: number) =>
  Math.min(Math.floor((accounts * days * monthCents) / daysOfMonth), priceOf(accounts, months, monthCents));

/** Returns what autopay charges for the month after the paid time, by the price of that day. */
export async function nextMonthCents(db: Database | Tx, { accounts, endsAt }: Paid, now: Date) {
  const due = automaticPaymentFrom(endsAt);
  const { accountMonthCents } = await businessSettings(db, due < now ? now : due);
  return priceOf(accounts, monitoringAutopayMonths, accountMonthCents);
}

/** Returns the current and the future paid periods, in order. */
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

const textOf = (moment: Date | Placeholder) => (moment instanceof Date ? moment.toISOString() : moment);

const paidAccountsOf = (userId: SQL, now: Date | Placeholder): SQL<number> => sql<number>`coalesce((
    select accounts from monitoring_periods
    where user_id = ${userId} and starts_at <= ${textOf(now)}::timestamptz and ends_at > ${textOf(now)}::timestamptz
    order by starts_at limit 1), 0)`;

/** Returns how many accounts a client may have monitored now. */
export async function availableAccounts(db: Database | Tx, userId: string, now: Date): Promise<number> {
  const [row] = await db
    .select({ available: sql<number>`${currentFreeAccounts} + ${paidAccountsOf(sql`${userId}`, now)}` })
    .from(sql`(select) as one`);
  return row?.available ?? 0;
}

/**
 * Returns whether an account is above the limit, as part of a query on accounts. The oldest accounts stay active and
 * the others pause. The state is computed, never stored, so it is always right when a subscription ends or begins.
 */
export const pausedAt = (now: Date | Placeholder): SQL<boolean> => sql<boolean>`(
    select count(*) from monitoring_accounts older
    where older.user_id = monitoring_accounts.user_id
      and (older.created_at, older.id) < (monitoring_accounts.created_at, monitoring_accounts.id)
  ) >= ${currentFreeAccounts} + ${paidAccountsOf(sql`monitoring_accounts.user_id`, now)}`;

/** Locks a client's subscription, so that purchases of one client run one after the other. */
export async function lockSubscription(tx: Tx, userId: string, now: Date) {
  await tx.insert(subscriptions).values({ userId, activatedAt: now, paidUntil: now }).onConflictDoNothing();
  const [row] = await tx.select().from(subscriptions).where(eq(subscriptions.userId, userId)).for("update");
  if (!row) throw new Error("The subscription was not made");
  return row;
}
