import { and, eq, sql } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import type { Slice } from "#api/db/keyset";
import { keyset } from "#api/db/keyset";
import { balanceProposals } from "#api/db/schema/operator";
import { ticketStaff } from "#api/db/schema/staff";
import { tickets } from "#api/db/schema/support";
import { users } from "#api/db/schema/users";
import { testServerRequests } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import { money } from "#api/lib/money";
import type { TicketPriority, WaitingKind } from "#contract/admin/waiting";
import { waitingKinds } from "#contract/admin/waiting";
import type { WaitingItem, WaitingPart } from "./waiting-item";
import { owner } from "./waiting-item";
import { failedOrders, openDrifts } from "./waiting-machines";
import type { Place } from "./waiting-order";
import { comparePlaces, dueFirst, startOf, testServerDueAt } from "./waiting-order";
import { openDisputes, waitingDeposits, waitingWithdrawals } from "./waiting-payments";
import type { WaitingFilter } from "./waiting-rows";
import { isIncluded, waitingRows } from "./waiting-rows";

/** A ticket's priority, in a query joined with `ticketStaff`. */
export const priorityOfTicket = sql<TicketPriority>`coalesce(${ticketStaff.priority}, 'normal')`;

/** Without a limit, all are returned. */
type Which = Partial<Slice<Place>> & WaitingFilter;
type List = (db: Database | Tx, part: WaitingPart) => Promise<WaitingItem[]>;

/**
 * Returns what is waiting for a person, the earliest due first, then the longest waiting: all of it, or a slice. Those
 * of a reversed slice are in reversed order.
 */
export async function waitingItems(
  db: Database | Tx,
  { kinds = waitingKinds, limit = 1_000_000, start, isReversed = false, id, ...filter }: Which = {},
): Promise<WaitingItem[]> {
  const sign = isReversed ? -1 : 1;
  let items: WaitingItem[] = [];
  // sequential, because a transaction has one connection, and a full slice bounds what the other kinds add
  for (const kind of dueFirst.filter((one) => kinds.includes(one))) {
    const slice = { limit, start: start && startOf(kind, start), isReversed, id };
    const { condition, order } = keyset(waitingRows[kind].columns, slice);
    const last = items[limit - 1];
    const bound = last && { limit, start: startOf(kind, last), isReversed: !isReversed };
    const read = await lists[kind](db, {
      condition: and(
        isIncluded(kind, filter),
        condition,
        bound && keyset(waitingRows[kind].columns, bound).condition,
      ),
      order,
      limit,
      isWaiting: filter.withDecided ? sql<boolean>`(${waitingRows[kind].isWaiting})` : sql<boolean>`true`,
    });
    items = [...items, ...read].sort((one, other) => sign * comparePlaces(one, other)).slice(0, limit);
  }
  return items;
}

async function waitingTickets(
  db: Database | Tx,
  { condition, order, limit, isWaiting }: WaitingPart,
): Promise<WaitingItem[]> {
  const rows = await db
    .select({
      id: tickets.id,
      since: tickets.lastMessageAt,
      isWaiting,
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
  { condition, order, limit, isWaiting }: WaitingPart,
): Promise<WaitingItem[]> {
  const rows = await db
    .select({
      id: testServerRequests.id,
      since: testServerRequests.createdAt,
      isWaiting,
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

/** Returns the corrections of balances that wait for a second person. */
async function openProposals(
  db: Database | Tx,
  { condition, order, limit, isWaiting }: WaitingPart,
): Promise<WaitingItem[]> {
  const rows = await db
    .select({
      id: balanceProposals.id,
      since: balanceProposals.proposedAt,
      amountCents: balanceProposals.amountCents,
      proposedBy: balanceProposals.proposedBy,
      reason: balanceProposals.reason,
      isWaiting,
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
