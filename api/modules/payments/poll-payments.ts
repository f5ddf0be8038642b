import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { depositRefunds, deposits } from "#api/db/schema/payments";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { systemOf } from "#api/integrations/payments/system";
import { enqueue } from "#api/queue/enqueue";
import { job } from "#api/queue/job";
import { dayMilliseconds } from "#contract/day";
import { unpaidStatuses } from "#contract/payments/deposit-status";
import { receiveNotice } from "./receive-notice";
import { refundDeposit } from "./refund";
import { createPayment } from "./request-payment";

const minute = 60_000;
/** A report that has not arrived after this many minutes may be lost. */
const lostMinutes = 10;
/** A payment may still arrive this many days after its order was created. */
const lateDays = 3;
/**
 * Number of orders looked up per run: first those never looked up, newest first, then those that have waited longest.
 */
const batch = 200;

/**
 * Looks up the status of an order at the payment system, because reports can get lost and an unavailable system sends
 * none.
 */
export const fetchPayment = job(
  "payments.look-up",
  z.object({ orderId: z.string() }),
  async ({ orderId }, deps) => {
    const [deposit] = await deps.db.select().from(deposits).where(eq(deposits.id, orderId));
    const system = deposit && systemOf(deps.payments, deposit.method);
    if (!system || deposit.status === "received") return;
    await receiveNotice(deps, system, { orderId, thereId: deposit.thereId, isProven: true });
  },
  // no retries: the next poll looks it up again
  { retries: 0 },
);

/**
 * Enqueues look-ups of orders whose payment system may have news, orders it has not accepted yet, and refunds without
 * a response. Idempotent.
 */
export async function pollPayments({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
  const now = clock.now().getTime();
  const isOpen = and(
    inArray(deposits.status, unpaidStatuses),
    gt(deposits.createdAt, new Date(now - lateDays * dayMilliseconds)),
    lt(deposits.createdAt, new Date(now - lostMinutes * minute)),
  );
  const isDue = or(isNull(deposits.polledAt), lt(deposits.polledAt, new Date(now - lostMinutes * minute)));
  const due = await db
    .select({ id: deposits.id })
    .from(deposits)
    .where(and(isOpen, isDue, isNotNull(deposits.thereId)))
    .orderBy(sql`${deposits.polledAt} asc nulls first`, desc(deposits.createdAt))
    .limit(batch);
  for (const { id } of due)
    await transaction(db, async (tx) => {
      await tx
        .update(deposits)
        .set({ polledAt: new Date(now) })
        .where(eq(deposits.id, id));
      await enqueue(tx, fetchPayment, { orderId: id }, { key: id });
    });
  const untaken = await db
    .select({ id: deposits.id })
    .from(deposits)
    .where(and(eq(deposits.status, "notPaid"), isNull(deposits.createdThereAt)))
    .orderBy(desc(deposits.createdAt))
    .limit(batch);
  for (const { id } of untaken)
    await transaction(db, (tx) => enqueue(tx, createPayment, { orderId: id }, { key: id }));
  const isOverdue = and(
    eq(depositRefunds.status, "asked"),
    lt(depositRefunds.changedAt, new Date(now - lostMinutes * minute)),
  );
  for (const { id } of await db.select().from(depositRefunds).where(isOverdue).limit(batch))
    await transaction(db, (tx) => enqueue(tx, refundDeposit, { refundId: id }, { key: id }));
}
