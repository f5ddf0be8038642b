import { eq } from "drizzle-orm";
import {
  monitoringPeriods as periods,
  monitoringSubscriptions as subscriptions,
} from "#api/db/schema/monitoring";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { addMonths } from "#api/lib/calendar";
import { charge } from "./charge";
import { lockSubscription, priceOf } from "./periods";

/**
 * Returns the period that a purchase of some months would cover: from now, or from the end of the paid time, on the
 * day of the month on which the subscription was activated.
 */
export function nextPeriod(
  paid: { endsAt: Date; activatedAt: Date } | undefined,
  months: number,
  now: Date,
): { startsAt: Date; endsAt: Date } {
  if (!paid || paid.endsAt <= now) return { startsAt: now, endsAt: addMonths(now, months) };
  const { endsAt: startsAt, activatedAt } = paid;
  return { startsAt, endsAt: addMonths(startsAt, months, activatedAt.getUTCDate()) };
}

/** Buys or continues a subscription: charges it and appends its paid time. */
export async function extend(
  deps: Pick<Deps, "clock" | "ids" | "settings">,
  tx: Tx,
  {
    userId,
    accounts,
    months,
    autopay,
    accountMonthCents,
  }: { userId: string; accounts: number; months: number; autopay?: boolean; accountMonthCents: number },
): Promise<{ priceCents: number; startsAt: Date; endsAt: Date }> {
  const now = deps.clock.now();
  const subscription = await lockSubscription(tx, userId, now);
  const { startsAt, endsAt } = nextPeriod(
    { endsAt: subscription.paidUntil, activatedAt: subscription.activatedAt },
    months,
    now,
  );
  const priceCents = priceOf(accounts, months, accountMonthCents);
  const id = deps.ids.id();
  await charge(deps, tx, {
    userId,
    kind: "subscription",
    periodId: id,
    cents: priceCents,
    details: { accounts, months },
    period: { from: startsAt, to: endsAt },
  });
  await tx.insert(periods).values({ id, userId, accounts, startsAt, endsAt });
  const isNew = subscription.paidUntil <= now;
  await tx
    .update(subscriptions)
    .set({ paidUntil: endsAt, ...(isNew && { activatedAt: now }), ...(autopay !== undefined && { autopay }) })
    .where(eq(subscriptions.userId, userId));
  return { priceCents, startsAt, endsAt };
}
