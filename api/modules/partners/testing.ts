import { eq, sql } from "drizzle-orm";
import { openSession } from "#api/auth/sessions";
import { ledgerTransactions } from "#api/db/schema/balance";
import { partnerRewards } from "#api/db/schema/partners";
import { transaction } from "#api/db/transaction";
import type { TestApi } from "#api/testing";
import { dayMilliseconds } from "#contract/day";
import { attribute } from "./attribute";
import type { RentalPayment } from "./rewards";
import { bookRewards } from "./rewards";

/** Creates a client referred by `partnerId`. */
export async function newReferral(api: TestApi, partnerId: string, name = "Referred Client") {
  const client = await api.newClient({ name, referrerId: partnerId });
  await transaction(api.db, (tx) => attribute(api.deps, tx, client.id, partnerId));
  return client;
}

/** Books a client's payment for a month of a server, as the rental does. */
export async function pay(
  api: TestApi,
  clientId: string,
  amountCents: number,
  more: Partial<RentalPayment> = {},
): Promise<RentalPayment> {
  const paidUntil = new Date(api.deps.clock.now().getTime() + 30 * dayMilliseconds);
  const payment: RentalPayment = {
    id: api.deps.ids.id(),
    clientId,
    kind: "rent",
    amountCents,
    paidUntil,
    ...more,
  };
  await transaction(api.db, (tx) => bookRewards(api.deps, tx, payment));
  return payment;
}

/** Returns the rewards of a payment with their ledger transactions. */
export const rewardsOf = (api: TestApi, paymentId: string) =>
  api.db
    .select({ reward: partnerRewards, booked: ledgerTransactions })
    .from(partnerRewards)
    .leftJoin(ledgerTransactions, eq(ledgerTransactions.id, partnerRewards.transactionId))
    .where(eq(partnerRewards.paymentId, paymentId))
    .orderBy(sql`${partnerRewards.reversedRewardId} is not null`, partnerRewards.level);

/**
 * Returns the access token of a new session: the first one expires after a quarter of an hour of the test's clock.
 */
export async function tokenOf(api: TestApi, userId: string): Promise<string> {
  const session = await transaction(api.db, (tx) =>
    openSession(api.deps, tx, { userId, userAgent: "test", address: "127.0.0.1" }),
  );
  return session.token;
}
