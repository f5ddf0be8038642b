import { and, eq, gt, sql } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { monitoringPeriods as periods } from "#api/db/schema/monitoring";
import type { Tx } from "#api/db/transaction";
import { checkAgreed } from "#api/http/check-expected-price";
import { handle } from "#api/http/handle";
import { withIdempotencyKey } from "#api/http/idempotency";
import { balancesOf } from "#api/ledger/ledger";
import { ApiError } from "#api/lib/api-error";
import { businessSettings } from "#api/modules/settings/read-settings";
import * as contract from "#contract/monitoring/index";
import { monitoringAccounts as limits } from "#contract/rules";
import { charge } from "./charge";
import { lockSubscription, paidPeriods, priceForRest, timeLeft } from "./periods";

/**
 * Returns the price of more accounts until the end of all paid time. Throws 422 if no subscription runs, or if there
 * would be too many accounts.
 */
async function priceOfMore(db: Database | Tx, userId: string, accounts: number, now: Date) {
  const paid = await paidPeriods(db, userId, now);
  const last = paid.at(-1);
  if (!last) throw new ApiError(422, "noSubscription");
  if (Math.max(...paid.map((period) => period.accounts)) + accounts > limits.max)
    throw new ApiError(422, "monitoringTooMany", {
      fields: { accounts: "monitoringTooMany" },
      details: { max: limits.max },
    });
  const left = timeLeft(now, last.endsAt, last.activatedAt.getUTCDate());
  const { accountMonthCents } = await businessSettings(db, now);
  return {
    priceCents: priceForRest(accounts, left, accountMonthCents),
    accountMonthCents,
    left,
    endsAt: last.endsAt.toISOString(),
  };
}

export const quoteAccounts = handle(contract.quoteAccounts, async ({ accounts }, { db, client, clock }) => {
  const [{ left, ...price }, { main }] = await Promise.all([
    priceOfMore(db, client.id, accounts, clock.now()),
    balancesOf(db, client.id),
  ]);
  return {
    ...price,
    daysLeft: left.days,
    balanceCents: main,
    missingCents: Math.max(0, price.priceCents - main),
  };
});

export const addAccounts = handle(contract.addAccounts, (input, context) =>
  withIdempotencyKey(context, "monitoring.addAccounts", input, async (tx) => {
    const { client, clock } = context;
    const now = clock.now();
    await lockSubscription(tx, client.id, now);
    const price = await priceOfMore(tx, client.id, input.accounts, now);
    const { priceCents, endsAt, left } = price;
    await checkAgreed(tx, {
      userId: client.id,
      priceCents,
      agreedCents: input.agreedCents,
      about: { endsAt },
    });
    const [last] = await tx
      .update(periods)
      .set({ accounts: sql`${periods.accounts} + ${input.accounts}` })
      .where(and(eq(periods.userId, client.id), gt(periods.endsAt, now)))
      .returning({ id: periods.id });
    await charge(context, tx, {
      userId: client.id,
      kind: "accounts",
      periodId: last?.id ?? "",
      cents: priceCents,
      details: { accounts: input.accounts, days: left.days, monthsLeft: left.months },
      period: { from: now, to: new Date(endsAt) },
    });
    const { main } = await balancesOf(tx, client.id);
    return { priceCents, endsAt, daysLeft: left.days, balanceCents: main, missingCents: 0 };
  }),
);
