import { and, eq, sql } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import type { Part, Slice } from "#api/db/keyset";
import { keyset } from "#api/db/keyset";
import { balanceProposals } from "#api/db/schema/operator";
import { partnerWithdrawals } from "#api/db/schema/partners";
import { deposits, paymentReports } from "#api/db/schema/payments";
import { ticketStaff } from "#api/db/schema/staff";
import { tickets } from "#api/db/schema/support";
import { users } from "#api/db/schema/users";
import { testServerRequests } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import { money } from "#api/lib/money";
import { reportedSum } from "#api/modules/payments/judge-report";
import type { Money } from "#contract/admin/values";
import type { TicketPriority, WaitingKind } from "#contract/admin/waiting";
import { waitingKinds } from "#contract/admin/waiting";
import type { WaitingItem } from "./waiting-item";
import { owner } from "./waiting-item";
import { failedOrders, openDrifts } from "./waiting-machines";
import type { Place } from "./waiting-order";
import { comparePlaces, endOfDay, startOf, testServerDueAt } from "./waiting-order";
import type { WaitingFilter } from "./waiting-rows";
import { disputeState, isIncluded, waitingRows } from "./waiting-rows";

/** A ticket's priority, in a query joined with `ticketStaff`. */
export const priorityOfTicket = sql<TicketPriority>`coalesce(${ticketStaff.priority}, 'normal')`;

/** Without a limit, all are returned. */
type Which = Partial<Slice<Place>> & WaitingFilter;
type List = (db: Database | Tx, part: Part) => Promise<WaitingItem[]>;

/**
 * Returns what is waiting for a person, the earliest due first, then the longest waiting: all of it, or a slice. Those
 * of a reversed slice are in reversed order.
 */
export async function waitingItems(
  db: Database | Tx,
  { kinds = waitingKinds, limit = 1_000_000, start, isReversed = false, id, ...filter }: Which = {},
): Promise<WaitingItem[]> {
  const items: WaitingItem[] = [];
  // sequential, because a transaction has one connection
  for (const kind of kinds) {
    const slice = { limit, start: start && startOf(kind, start), isReversed, id };
    const { condition, order } = keyset(waitingRows[kind].columns, slice);
    items.push(
      ...(await lists[kind](db, { condition: and(isIncluded(kind, filter), condition), order, limit })),
    );
  }
  const sign = isReversed ? -1 : 1;
  return items.sort((one, other) => sign * comparePlaces(one, other)).slice(0, limit);
}

async function waitingTickets(db: Database | Tx, { condition, order, limit }: Part): Promise<WaitingItem[]> {
  const rows = await db
    .select({
      id: tickets.id,
      since: tickets.lastMessageAt,
      ...owner,
      about: tickets.title,
      department: tickets.department,
      priority: priorityOfTicket,
    })
    .from(tickets)
    .innerJoin(users, eq(users.id, tickets.userId))
    .leftJoin(ticketStaff, eq(ticketStaff.ticketId, tickets.id))
    .where(condition)
    .orderBy(...order)
    .limit(limit);
  return rows.map((row) => ({ kind: "ticket", dueAt: null, ...row }));
}

async function waitingTestServers(
  db: Database | Tx,
  { condition, order, limit }: Part,
): Promise<WaitingItem[]> {
  const rows = await db
    .select({
      id: testServerRequests.id,
      since: testServerRequests.createdAt,
      ...owner,
      about: testServerRequests.comment,
    })
    .from(testServerRequests)
    .innerJoin(users, eq(users.id, testServerRequests.userId))
    .where(condition)
    .orderBy(...order)
    .limit(limit);
  return rows.map((row) => ({
    kind: "testServer",
    dueAt: testServerDueAt(row.since),
    ...row,
  }));
}

async function waitingWithdrawals(
  db: Database | Tx,
  { condition, order, limit }: Part,
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
    fields: { method, wallet },
  }));
}

async function waitingDeposits(db: Database | Tx, { condition, order, limit }: Part): Promise<WaitingItem[]> {
  const rows = await db
    .select({
      id: deposits.id,
      since: deposits.changedAt,
      ...owner,
      method: deposits.method,
      sumCents: deposits.sumCents,
      txid: deposits.txid,
    })
    .from(deposits)
    .innerJoin(users, eq(users.id, deposits.userId))
    .where(condition)
    .orderBy(...order)
    .limit(limit);
  return rows.map(({ method, sumCents, txid, ...row }) => ({
    kind: "deposit",
    dueAt: null,
    ...row,
    method,
    sum: money(sumCents),
    about: method,
    fields: { order: row.id, method, txid },
  }));
}

function reportedMoney(body: string): Money | null {
  const sum = reportedSum(body);
  return sum && money(sum.costCents, sum.currency);
}

/** Returns payment reports that do not match their deposits and are not settled yet. */
async function openDisputes(db: Database | Tx, { condition, order, limit }: Part): Promise<WaitingItem[]> {
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

/** Returns the corrections of balances that wait for a second person. */
async function openProposals(db: Database | Tx, { condition, order, limit }: Part): Promise<WaitingItem[]> {
  const rows = await db
    .select({
      id: balanceProposals.id,
      since: balanceProposals.proposedAt,
      amountCents: balanceProposals.amountCents,
      proposedBy: balanceProposals.proposedBy,
      reason: balanceProposals.reason,
      ...owner,
    })
    .from(balanceProposals)
    .innerJoin(users, eq(users.id, balanceProposals.userId))
    .where(condition)
    .orderBy(...order)
    .limit(limit);
  return rows.map(({ amountCents, proposedBy, reason, ...row }) => ({
    kind: "correction",
    dueAt: null,
    ...row,
    sum: { ...money(amountCents), sign: true },
    about: proposedBy,
    fields: { reason },
  }));
}

const lists: Record<WaitingKind, List> = {
  ticket: waitingTickets,
  testServer: waitingTestServers,
  withdrawal: waitingWithdrawals,
  deposit: waitingDeposits,
  dispute: openDisputes,
  failedOrder: failedOrders,
  drift: openDrifts,
  correction: openProposals,
};
