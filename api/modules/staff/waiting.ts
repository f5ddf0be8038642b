import type { SQL } from "drizzle-orm";
import { and, asc, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Database } from "#api/db/connect";
import { machineDrifts } from "#api/db/schema/hypervisor";
import { machineOrders } from "#api/db/schema/machine-orders";
import { balanceProposals } from "#api/db/schema/operator";
import { partnerWithdrawals } from "#api/db/schema/partners";
import { deposits, paymentReports } from "#api/db/schema/payments";
import { tickets } from "#api/db/schema/support";
import { users } from "#api/db/schema/users";
import { testServerRequests } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import { formatMoney } from "#api/lib/format";
import { workingDaysAfter } from "#api/lib/working-days";
import type { WaitingKind } from "#contract/admin/waiting";
import { dayMilliseconds } from "#contract/day";
import { testServerWorkingDays } from "#contract/rules";
import type { WaitingItem } from "./waiting-item";
import { failedOrders, openDrifts } from "./waiting-machines";

const endOfDay = (date: string) => new Date(Date.parse(date) + dayMilliseconds);

type Which = { kind?: WaitingKind | undefined; limit?: number };
type List = (db: Database | Tx, limit: number) => Promise<WaitingItem[]>;

/**
 * Returns what is waiting for a person, the earliest due first, then the longest waiting: all of it, or the first
 * `limit`.
 */
export async function waitingItems(
  db: Database | Tx,
  { kind, limit = 1_000_000 }: Which = {},
): Promise<WaitingItem[]> {
  const items: WaitingItem[] = [];
  const chosenLists = kind ? [lists[kind]] : Object.values(lists);
  // sequential, because a transaction has one connection
  for (const list of chosenLists) items.push(...(await list(db, limit)));
  const order = ({ dueAt, since }: WaitingItem) =>
    dueAt?.getTime() ?? since.getTime() + 365 * dayMilliseconds;
  return items.sort((one, other) => order(one) - order(other)).slice(0, limit);
}

/** Condition: the ticket needs an answer from support. */
export const isWaitingTicket = and(ne(tickets.status, "closed"), eq(tickets.lastAuthor, "client"));

async function waitingTickets(db: Database | Tx, limit: number): Promise<WaitingItem[]> {
  const rows = await db
    .select({
      id: tickets.id,
      since: tickets.lastMessageAt,
      client: users.email,
      clientId: users.id,
      about: tickets.title,
    })
    .from(tickets)
    .innerJoin(users, eq(users.id, tickets.userId))
    .where(isWaitingTicket)
    .orderBy(asc(tickets.lastMessageAt))
    .limit(limit);
  return rows.map((row) => ({ kind: "ticket", dueAt: null, ...row }));
}

async function waitingTestServers(db: Database | Tx, limit: number): Promise<WaitingItem[]> {
  const rows = await db
    .select({
      id: testServerRequests.id,
      since: testServerRequests.createdAt,
      client: users.email,
      clientId: users.id,
      about: testServerRequests.comment,
    })
    .from(testServerRequests)
    .innerJoin(users, eq(users.id, testServerRequests.userId))
    .where(eq(testServerRequests.status, "underReview"))
    .orderBy(asc(testServerRequests.createdAt))
    .limit(limit);
  return rows.map((row) => ({
    kind: "testServer",
    dueAt: endOfDay(workingDaysAfter(row.since, testServerWorkingDays)),
    ...row,
  }));
}

const isWaitingWithdrawal = inArray(partnerWithdrawals.status, ["underReview", "processing"]);

async function waitingWithdrawals(db: Database | Tx, limit: number): Promise<WaitingItem[]> {
  const rows = await db
    .select({ row: partnerWithdrawals, client: users.email, clientId: users.id })
    .from(partnerWithdrawals)
    .innerJoin(users, eq(users.id, partnerWithdrawals.userId))
    .where(isWaitingWithdrawal)
    .orderBy(asc(partnerWithdrawals.dueOn), asc(partnerWithdrawals.createdAt))
    .limit(limit);
  return rows.map(({ row: { id, createdAt, dueOn, amountCents, wallet }, ...owner }) => ({
    kind: "withdrawal",
    id,
    since: createdAt,
    dueAt: endOfDay(dueOn),
    ...owner,
    about: `${formatMoney(amountCents, "en")}, ${wallet}`,
  }));
}

async function waitingDeposits(db: Database | Tx, limit: number): Promise<WaitingItem[]> {
  const rows = await db
    .select({
      id: deposits.id,
      since: deposits.changedAt,
      client: users.email,
      clientId: users.id,
      method: deposits.method,
      sumCents: deposits.sumCents,
    })
    .from(deposits)
    .innerJoin(users, eq(users.id, deposits.userId))
    .where(eq(deposits.status, "underReview"))
    .orderBy(asc(deposits.changedAt))
    .limit(limit);
  return rows.map(({ method, sumCents, ...row }) => ({
    kind: "deposit",
    dueAt: null,
    ...row,
    about: `${formatMoney(sumCents, "en")}, ${method}`,
  }));
}

const isOpenDispute = and(
  inArray(paymentReports.outcome, ["mismatch", "paidAgain", "unknownOrder", "reversed"]),
  isNull(paymentReports.settledAt),
);

/** Returns payment reports that do not match their deposits and are not settled yet. */
async function openDisputes(db: Database | Tx, limit: number): Promise<WaitingItem[]> {
  const rows = await db
    .select({ report: paymentReports, client: users.email, clientId: users.id })
    .from(paymentReports)
    .leftJoin(deposits, eq(deposits.id, paymentReports.orderId))
    .leftJoin(users, eq(users.id, deposits.userId))
    .where(isOpenDispute)
    .orderBy(asc(paymentReports.receivedAt))
    .limit(limit);
  return rows.map(({ report: { id, receivedAt, outcome, method, orderId }, ...owner }) => ({
    kind: "dispute",
    id,
    since: receivedAt,
    dueAt: null,
    ...owner,
    about: `${outcome}, ${method} ${orderId}`,
  }));
}

/** Condition: the correction waits for a second person. */
export const isOpenProposal = eq(balanceProposals.status, "proposed");

/** Returns the corrections of balances that wait for a second person. */
async function openProposals(db: Database | Tx, limit: number): Promise<WaitingItem[]> {
  const rows = await db
    .select({ proposal: balanceProposals, client: users.email, clientId: users.id })
    .from(balanceProposals)
    .innerJoin(users, eq(users.id, balanceProposals.userId))
    .where(isOpenProposal)
    .orderBy(asc(balanceProposals.proposedAt))
    .limit(limit);
  return rows.map(({ proposal: { id, proposedAt, amountCents, proposedBy }, ...owner }) => ({
    kind: "correction",
    id,
    since: proposedAt,
    dueAt: null,
    ...owner,
    about: `${amountCents > 0 ? "+" : ""}${formatMoney(amountCents, "en")}, ${proposedBy}`,
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

/** Returns how many items wait, by kind, up to `atMost`; includes failed orders that no longer apply. */
export async function countWaiting(db: Database | Tx, atMost: number): Promise<Record<WaitingKind, number>> {
  const count = async (table: PgTable, condition: SQL | undefined) =>
    db.$count(db.select({ one: sql`1` }).from(table).where(condition).limit(atMost).as("waiting"));
  return {
    ticket: await count(tickets, isWaitingTicket),
    testServer: await count(testServerRequests, eq(testServerRequests.status, "underReview")),
    withdrawal: await count(partnerWithdrawals, isWaitingWithdrawal),
    deposit: await count(deposits, eq(deposits.status, "underReview")),
    dispute: await count(paymentReports, isOpenDispute),
    failedOrder: await count(
      machineOrders,
      and(eq(machineOrders.status, "failed"), isNull(machineOrders.replacedBy)),
    ),
    drift: await count(machineDrifts, isNull(machineDrifts.settledAt)),
    correction: await count(balanceProposals, isOpenProposal),
  };
}
