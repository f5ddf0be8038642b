import { count, eq } from "drizzle-orm";
import { onceFor } from "#api/calls/once";
import { verb } from "#api/calls/verb";
import {
  monitoringAccounts as accounts,
  monitoringSubscriptions as subscriptions,
} from "#api/db/schema/monitoring";
import { transaction } from "#api/db/transaction";
import { balancesOf } from "#api/ledger/ledger";
import * as contract from "#contract/monitoring/index";
import {
  monitoringAccountMonthCents,
  monitoringAutopayMonths,
  monitoringFreeAccounts,
} from "#contract/rules";
import { extend, nextPeriod } from "./extend";
import { lockSubscription, paidNow, paidPeriods, priceOf } from "./periods";

export const readSubscription = verb(contract.readSubscription, async (_input, { db, client, clock }) => {
  const now = clock.now();
  const [paid, [row], [used], balances] = await Promise.all([
    paidPeriods(db, client.id, now),
    db.select().from(subscriptions).where(eq(subscriptions.userId, client.id)),
    db.select({ count: count() }).from(accounts).where(eq(accounts.userId, client.id)),
    balancesOf(db, client.id),
  ]);
  const paidAccounts = paidNow(paid, now);
  const available = monitoringFreeAccounts + paidAccounts;
  const accountsUsed = used?.count ?? 0;
  const last = paid.at(-1);
  return {
    freeAccounts: monitoringFreeAccounts,
    paidAccounts,
    available,
    used: accountsUsed,
    paused: Math.max(0, accountsUsed - available),
    activatedAt: (last && row?.activatedAt.toISOString()) ?? null,
    paidUntil: last?.endsAt.toISOString() ?? null,
    periods: paid.map((period) => ({
      ...period,
      startsAt: period.startsAt.toISOString(),
      endsAt: period.endsAt.toISOString(),
    })),
    autopay: row?.autopay ?? false,
    autopayCents: last ? priceOf(last.accounts, monitoringAutopayMonths) : 0,
    accountMonthCents: monitoringAccountMonthCents,
    balanceCents: balances.main,
  };
});

export const quoteSubscription = verb(contract.quoteSubscription, async (input, { db, client, clock }) => {
  const now = clock.now();
  const [paid, balances] = await Promise.all([paidPeriods(db, client.id, now), balancesOf(db, client.id)]);
  const { startsAt, endsAt } = nextPeriod(paid.at(-1)?.endsAt ?? null, input.months, now);
  return quoteOf({ priceCents: priceOf(input.accounts, input.months), startsAt, endsAt }, balances.main);
});

export const buySubscription = verb(contract.buySubscription, (input, context) =>
  onceFor(context, "monitoring.buySubscription", input, async (tx) => {
    const { accounts: number, months, autopay } = input;
    const bought = await extend(context, tx, {
      userId: context.client.id,
      accounts: number,
      months,
      autopay,
    });
    const { main } = await balancesOf(tx, context.client.id);
    return { ...quoteOf(bought, main), missingCents: 0 };
  }),
);

export const setAutopay = verb(contract.setAutopay, async ({ autopay }, { db, client, clock }) => {
  await transaction(db, async (tx) => {
    await lockSubscription(tx, client.id, clock.now());
    await tx.update(subscriptions).set({ autopay }).where(eq(subscriptions.userId, client.id));
  });
  return { ok: true as const };
});

function quoteOf(
  { priceCents, startsAt, endsAt }: { priceCents: number; startsAt: Date; endsAt: Date },
  balanceCents: number,
) {
  const missingCents = Math.max(0, priceCents - balanceCents);
  return {
    priceCents,
    balanceCents,
    missingCents,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
  };
}
