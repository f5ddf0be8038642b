import { and, eq, gte, inArray } from "drizzle-orm";
import * as z from "zod/mini";
import { depositRefunds, deposits, paymentReports } from "#api/db/schema/payments";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { sendMail } from "#api/email/send";
import { systemOf } from "#api/integrations/payments/system";
import { accountOf, companyAccount, post, takeBack } from "#api/ledger/ledger";
import { OperatorError } from "#api/lib/answer";
import { enqueue } from "#api/queue/enqueue";
import type { Job } from "#api/queue/job";
import { job } from "#api/queue/job";
import { ownerOf } from "./deposit-owner";
import type { Deposit } from "./payment";
import { refundStateOf } from "./refund-state";

/** A refund, with what is left of its deposit in cents. */
type StartedRefund = typeof depositRefunds.$inferSelect & { leftCents: number };

/**
 * How a deposit is returned. `system`: the payment system refunds it on request. `hand`: the operator has refunded
 * it. `reversed`: it was already returned (a dispute, a refund in the system's own pages), even if the client has
 * spent it, which leaves a debt. `system` and `hand` are allowed once; `reversed` takes what they left.
 */
export type RefundWay = "system" | "hand" | "reversed";

export type RefundWish = { orderId: string; sumCents?: number | undefined; reason: string; way: RefundWay };

const pendingMinutes = 10;

/**
 * Takes a deposit, or what is left of it, from the balance, and has its payment system refund it after the
 * transaction commits.
 * @throws {InsufficientFunds} if the client has spent it; nothing has changed then.
 * @throws {Error} with a message for the operator.
 */
export async function startRefund(deps: Deps, tx: Tx, wish: RefundWish): Promise<StartedRefund> {
  const { orderId, reason, way } = wish;
  const [deposit] = await tx.select().from(deposits).where(eq(deposits.id, orderId)).for("update");
  if (deposit?.status !== "received") throw new OperatorError("noDepositOnBalance");
  const refundState = await refundStateOf(tx, orderId);
  const leftCents = deposit.sumCents - refundState.sumCents;
  if (leftCents <= 0 || (way !== "reversed" && refundState.sumCents > 0))
    throw new OperatorError("depositWentBack");
  if (refundState.isRequested) throw new OperatorError("refundUnderWay");
  const sumCents = wish.sumCents ?? leftCents;
  if (sumCents <= 0 || sumCents > leftCents)
    throw new OperatorError(refundState.sumCents > 0 ? "refundMoreThanLeft" : "refundMoreThanDeposited", {
      leftCents,
    });
  if (way === "system" && !systemOf(deps.payments, deposit.method)?.refund)
    throw new OperatorError("refundOnlyByHand", { method: deposit.method });
  const now = deps.clock.now();
  const [row] = await tx
    .insert(depositRefunds)
    .values({
      id: deps.ids.id(),
      depositId: orderId,
      sumCents,
      // a full refund includes the fee, a partial one is a share of the amount paid
      costCents: Math.max(1, Math.floor((deposit.costCents * sumCents) / deposit.sumCents)),
      status: way === "system" ? "asked" : "done",
      isRequested: way === "system",
      reason,
      createdAt: now,
      changedAt: now,
      ledgerId: await takeFromBalance(tx, deposit, { sumCents, way, at: now }),
    })
    .returning();
  if (!row) throw new Error("The refund was not written");
  if (way === "system") await enqueue(tx, refundDeposit, { refundId: row.id }, { key: row.id });
  await notifyOwner(deps, tx, deposit, { way, sumCents, reason });
  return { ...row, leftCents: leftCents - sumCents };
}

const wayInEmail = { system: "System", hand: "Hand", reversed: "Reversed", declined: "Declined" } as const;

async function notifyOwner(
  deps: Deps,
  tx: Tx,
  deposit: Deposit,
  { way, sumCents, reason }: { way: keyof typeof wayInEmail; sumCents: number; reason: string },
): Promise<void> {
  const { name, email: to, language } = await ownerOf(tx, deposit);
  const values = { name, number: deposit.id, way: wayInEmail[way], amountCents: sumCents, reason };
  await sendMail(deps, tx, { to, language, template: "depositRefunded", values });
}

async function takeFromBalance(
  tx: Tx,
  { id, userId, method }: Deposit,
  { sumCents, way, at }: { sumCents: number; way: RefundWay; at: Date },
): Promise<number> {
  const about = { kind: "deposit_refund", reference: { type: "deposit", id }, at, details: { method } };
  if (way === "reversed") return takeBack(tx, { ...about, userId, amountCents: sumCents, to: "deposits" });
  return post(tx, {
    ...about,
    entries: [
      { account: await accountOf(tx, userId, "main"), amountCents: -sumCents },
      { account: await companyAccount(tx, "deposits"), amountCents: sumCents },
    ],
  });
}

/** Requests the refund from the payment system until it succeeds; the refund's id is the idempotency key. */
export const refundDeposit: Job<{ refundId: string }> = job(
  "payments.refund",
  z.object({ refundId: z.string() }),
  async ({ refundId }, deps) => {
    const [row] = await deps.db
      .select({ refund: depositRefunds, deposit: deposits })
      .from(depositRefunds)
      .innerJoin(deposits, eq(deposits.id, depositRefunds.depositId))
      .where(and(eq(depositRefunds.id, refundId), eq(depositRefunds.status, "asked")));
    if (!row) return;
    const system = systemOf(deps.payments, row.deposit.method);
    if (!system?.refund) return;
    const { refund, deposit } = row;
    const answer = await system.refund({
      id: refundId,
      orderId: deposit.id,
      thereId: deposit.thereId,
      paymentId: await paymentIdOf(deps, deposit),
      costCents: refund.costCents,
      currency: deposit.currency,
      refundThereId: refund.thereId,
    });
    await transaction(deps.db, async (tx) => {
      if (answer.status === "declined") return giveUp(deps, tx, refundId, answer.reason);
      const changedAt = deps.clock.now();
      await tx
        .update(depositRefunds)
        .set({
          thereId: answer.refundThereId,
          changedAt,
          ...(answer.status === "done" && { status: "done" as const }),
        })
        .where(and(eq(depositRefunds.id, refundId), eq(depositRefunds.status, "asked")));
      if (answer.status === "done") return;
      const startAfter = new Date(changedAt.getTime() + pendingMinutes * 60_000);
      await enqueue(tx, refundDeposit, { refundId }, { key: refundId, startAfter });
    });
  },
);

/** Returns the payment system's id of the received payment. */
async function paymentIdOf({ db }: Deps, { id, thereId }: Deposit): Promise<string> {
  const [paid] = await db
    .select({ paymentId: paymentReports.paymentId })
    .from(paymentReports)
    .where(and(eq(paymentReports.orderId, id), eq(paymentReports.event, "paid")))
    .orderBy(paymentReports.receivedAt)
    .limit(1);
  return paid?.paymentId ?? thereId ?? "";
}

/** Returns the money to the client's balance after the payment system has finally declined the refund. */
async function giveUp(deps: Deps, tx: Tx, refundId: string, declined: string): Promise<void> {
  const [refund] = await tx
    .select()
    .from(depositRefunds)
    .where(and(eq(depositRefunds.id, refundId), eq(depositRefunds.status, "asked")))
    .for("update");
  if (!refund) return;
  const [deposit] = await tx.select().from(deposits).where(eq(deposits.id, refund.depositId)).for("update");
  if (!deposit) throw new Error(`Refund ${refundId} has no deposit`);
  const changedAt = deps.clock.now();
  const returnLedgerId = await post(tx, {
    kind: "deposit_refund_declined",
    reference: { type: "deposit", id: deposit.id },
    at: changedAt,
    details: { method: deposit.method },
    entries: [
      { account: await companyAccount(tx, "deposits"), amountCents: -refund.sumCents },
      { account: await accountOf(tx, deposit.userId, "main"), amountCents: refund.sumCents },
    ],
  });
  await tx
    .update(depositRefunds)
    .set({ status: "declined", declined: declined.slice(0, 300), returnLedgerId, changedAt })
    .where(eq(depositRefunds.id, refundId));
  await notifyOwner(deps, tx, deposit, { way: "declined", sumCents: refund.sumCents, reason: declined });
  // a reversal that was taken for our own refund was not: the payer's bank has the money, so an operator must look at
  // it
  await tx
    .update(paymentReports)
    .set({ outcome: "reversed" })
    .where(
      and(
        eq(paymentReports.orderId, deposit.id),
        inArray(paymentReports.event, ["refunded", "disputed"]),
        eq(paymentReports.outcome, "noChange"),
        gte(paymentReports.receivedAt, refund.createdAt),
      ),
    );
  deps.log.warn({ refundId, orderId: deposit.id, declined }, "a payment system gives nothing back");
}
