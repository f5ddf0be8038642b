import { eq } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { partnerWithdrawals } from "#api/db/schema/partners";
import { deposits, paymentReports } from "#api/db/schema/payments";
import { users } from "#api/db/schema/users";
import type { Tx } from "#api/db/transaction";
import { money } from "#api/lib/money";
import { reportedSum } from "#api/modules/payments/judge-report";
import type { Money } from "#contract/admin/values";
import type { WaitingItem, WaitingPart } from "./waiting-item";
import { owner } from "./waiting-item";
import { endOfDay } from "./waiting-order";
import { disputeState } from "./waiting-rows";

/** Returns withdrawals that are not decided, or not paid yet. */
export async function waitingWithdrawals(
  db: Database | Tx,
  { condition, order, limit, isWaiting }: WaitingPart,
): Promise<WaitingItem[]> {
  const rows = await db
    .select({
      id: partnerWithdrawals.id,
      createdAt: partnerWithdrawals.createdAt,
      dueOn: partnerWithdrawals.dueOn,
      amountCents: partnerWithdrawals.amountCents,
      wallet: partnerWithdrawals.wallet,
      method: partnerWithdrawals.method,
      state: partnerWithdrawals.status,
      isWaiting,
      ...owner,
    })
    .from(partnerWithdrawals)
    .innerJoin(users, eq(users.id, partnerWithdrawals.userId))
    .where(condition)
    .orderBy(...order)
    .limit(limit);
  return rows.map(({ createdAt, dueOn, amountCents, wallet, method, ...row }) => ({
    kind: "withdrawal",
    since: createdAt,
    dueAt: endOfDay(dueOn),
    ...row,
    sum: money(amountCents),
    about: wallet,
    // a withdrawal has no fee
    fields: { method, wallet, toSend: money(amountCents) },
  }));
}

/** Returns deposits that are under review. */
export async function waitingDeposits(
  db: Database | Tx,
  { condition, order, limit, isWaiting }: WaitingPart,
): Promise<WaitingItem[]> {
  const rows = await db
    .select({
      id: deposits.id,
      since: deposits.changedAt,
      isWaiting,
      ...owner,
      method: deposits.method,
      sumCents: deposits.sumCents,
      costCents: deposits.costCents,
      currency: deposits.currency,
      txid: deposits.txid,
    })
    .from(deposits)
    .innerJoin(users, eq(users.id, deposits.userId))
    .where(condition)
    .orderBy(...order)
    .limit(limit);
  return rows.map(({ method, sumCents, costCents, currency, txid, ...row }) => ({
    kind: "deposit",
    dueAt: null,
    ...row,
    method,
    sum: money(sumCents),
    about: method,
    fields: { order: row.id, method, toPay: money(costCents, currency), txid },
  }));
}

function reportedMoney(body: string): Money | null {
  const sum = reportedSum(body);
  return sum && money(sum.costCents, sum.currency);
}

/** Returns payment reports that do not match their deposits and are not settled yet. */
export async function openDisputes(
  db: Database | Tx,
  { condition, order, limit, isWaiting }: WaitingPart,
): Promise<WaitingItem[]> {
  const rows = await db
    .select({
      id: paymentReports.id,
      since: paymentReports.receivedAt,
      state: disputeState,
      method: paymentReports.method,
      orderId: paymentReports.orderId,
      paymentId: paymentReports.paymentId,
      body: paymentReports.body,
      deposit: deposits,
      isWaiting,
      ...owner,
    })
    .from(paymentReports)
    .leftJoin(deposits, eq(deposits.id, paymentReports.orderId))
    .leftJoin(users, eq(users.id, deposits.userId))
    .where(condition)
    .orderBy(...order)
    .limit(limit);
  return rows.map(({ method, orderId, paymentId, body, deposit, ...row }) => ({
    kind: "dispute",
    dueAt: null,
    subjectId: orderId,
    ...row,
    what: row.state,
    method,
    about: `${method} ${orderId}`,
    fields: {
      ordered: deposit && money(deposit.costCents, deposit.currency),
      reported: reportedMoney(body),
      credited: deposit?.status === "received" ? money(deposit.sumCents) : null,
      paymentId,
    },
  }));
}
