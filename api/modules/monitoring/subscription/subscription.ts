import { count, eq } from "drizzle-orm";
import {
  monitoringAccounts as accounts,
  monitoringSubscriptions as subscriptions,
} from "#api/db/schema/monitoring";
import { transaction } from "#api/db/transaction";
import { checkAgreed } from "#api/http/check-expected-price";
import { handle } from "#api/http/handle";
import { withIdempotencyKey } from "#api/http/idempotency";
import { balancesOf } from "#api/ledger/ledger";
import { businessSettings } from "#api/modules/settings/read-settings";
import * as contract from "#contract/monitoring/index";
import { extend, nextPeriod } from "./extend";
import type { Paid } from "./periods";
import { lockSubscription, nextMonthCents, paidNow, paidPeriods, priceOf } from "./periods";

export const readSubscription = handle(contract.readSubscription, async (_input, { db, client, clock }) => {
  const now = clock.now();
  const [paid, [row], [used], balances, settings] = await Promise.all([
    paidPeriods(db, client.id, now),
    db.select().from(subscriptions).where(eq(subscriptions.userId, client.id)),
    db.select({ count: count() }).from(accounts).where(eq(accounts.userId, client.id)),
    balancesOf(db, client.id),
    businessSettings(db, now),
  ]);
  const { freeAccounts, accountMonthCents } = settings;
  const paidAccounts = paidNow(paid, now);
  const available = freeAccounts + paidAccounts;
  const accountsUsed = used?.count ?? 0;
  const last = paid.at(-1);
  const offered = { accounts: Math.max(1, paidAccounts), months: 1 };
  return {
    freeAccounts,
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
    autopayCents: last ? await nextMonthCents(db, last, now) : 0,
    accountMonthCents,
    balanceCents: balances.main,
    offer: { ...offered, quote: quoteFor({ ...offered, accountMonthCents }, paid, balances.main, now) },
  };
});

export const quoteSubscription = handle(contract.quoteSubscription, async (input, { db, client, clock }) => {
  const now = clock.now();
  const [paid, balances, { accountMonthCents }] = await Promise.all([
    paidPeriods(db, client.id, now),
    balancesOf(db, client.id),
    businessSettings(db, now),
  ]);
  return quoteFor({ ...input, accountMonthCents }, paid, balances.main, now);
});

/** Returns the price of accounts for the months after the paid time. */
function quoteFor(
  input: { accounts: number; months: number; accountMonthCents: number },
  paid: readonly Paid[],
  balanceCents: number,
  now: Date,
) {
  const period = nextPeriod(paid.at(-1), input.months, now);
  return quoteOf(
    { priceCents: priceOf(input.accounts, input.months, input.accountMonthCents), ...period },
    balanceCents,
  );
}

export const buySubscription = handle(contract.buySubscription, (input, context) =>
  withIdempotencyKey(context, "monitoring.buySubscription", input, async (tx) => {
    const { accounts: number, months, autopay, agreedCents } = input;
    const { client, clock } = context;
    const now = clock.now();
    await lockSubscription(tx, client.id, now);
    const before = (await balancesOf(tx, client.id)).main;
    const { accountMonthCents } = await businessSettings(tx, now);
    const paid = await paidPeriods(tx, client.id, now);
    const { priceCents, endsAt } = quoteFor({ ...input, accountMonthCents }, paid, before, now);
    await checkAgreed(tx, { userId: client.id, priceCents, agreedCents, about: { endsAt } });
    const bought = await extend(context, tx, {
      userId: client.id,
      accounts: number,
      months,
      autopay,
      accountMonthCents,
    });
    const { main } = await balancesOf(tx, client.id);
    return { ...quoteOf(bought, main), missingCents: 0 };
  }),
);

export const setAutopay = handle(contract.setAutopay, async ({ autopay }, { db, client, clock }) => {
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
