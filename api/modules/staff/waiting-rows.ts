import type { SQL } from "drizzle-orm";
import { and, eq, inArray, isNull, ne, not, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { keyset } from "#api/db/keyset";
import { personNamed } from "#api/db/person-name";
import { machineDrifts } from "#api/db/schema/hypervisor";
import { machineOrders } from "#api/db/schema/machine-orders";
import { balanceProposals } from "#api/db/schema/operator";
import { partnerWithdrawals } from "#api/db/schema/partners";
import { deposits, paymentReports } from "#api/db/schema/payments";
import { staffNotices } from "#api/db/schema/staff";
import { tickets } from "#api/db/schema/support";
import { servers, testServerRequests, upgrades } from "#api/db/schema/vps";
import { isNeededOrder } from "#api/modules/vps/order/orders";
import type { WaitingKind, WaitingScope } from "#contract/admin/waiting";
import { firstDue } from "./waiting-order";

/** Condition: the ticket needs an answer from support. */
export const isWaitingTicket = and(ne(tickets.status, "closed"), eq(tickets.lastAuthor, "client"));

/** Condition: the request for a test server is not decided. */
export const isWaitingTestServer = eq(testServerRequests.status, "underReview");

/** Condition: the order is for no upgrade, or for one that was not refunded. */
const hasOpenUpgrade = sql`(${machineOrders.upgradeId} is null or exists (select from ${upgrades}
  where ${upgrades.id} = ${machineOrders.upgradeId} and ${upgrades.status} in ('running', 'failed')))`;

/** Condition: the order has failed for the last time and still applies to its server. */
export const isWaitingOrder = and(
  eq(machineOrders.status, "failed"),
  isNull(machineOrders.replacedBy),
  isNull(machineOrders.dismissedAt),
  ne(servers.status, "revoked"),
  isNeededOrder,
  hasOpenUpgrade,
);

/** Condition: the report of a payment does not match its deposit and is not settled. */
export const isOpenDispute = and(
  inArray(paymentReports.outcome, ["mismatch", "paidAgain", "unknownOrder", "reversed"]),
  isNull(paymentReports.settledAt),
);

/** The kind of a dispute: its outcome, and whether the deposit of which another sum was paid is on the balance. */
export const disputeState = sql<string>`case when ${paymentReports.outcome} = 'mismatch' and exists (select from ${deposits}
  where ${deposits.id} = ${paymentReports.orderId} and ${deposits.status} = 'received') then 'mismatchCredited'
  else ${paymentReports.outcome} end`;

/** Condition: the difference between a machine and the books is not settled. */
export const isOpenDrift = isNull(machineDrifts.settledAt);

/** Condition: the correction waits for a second person. */
export const isOpenProposal = eq(balanceProposals.status, "proposed");

/** Since when an order waits: one that has failed for the last time is finished. */
const failedAt = sql`coalesce(${machineOrders.finishedAt}, ${machineOrders.acceptedAt})`;

/** The rows of a kind. */
type WaitingRows = {
  /** The table, with those that the condition needs. */
  from: SQL;
  /** Columns by which the kind is sorted, the last of which is the id. */
  columns: readonly PgColumn[];
  /** Since when an item waits. */
  since: PgColumn | SQL;
  /** The state of an item, on which its decisions depend. */
  state?: PgColumn | SQL;
  isWaiting: SQL | undefined;
};

export const waitingRows = {
  ticket: {
    from: sql`${tickets}`,
    columns: [tickets.lastMessageAt, tickets.id],
    since: tickets.lastMessageAt,
    isWaiting: isWaitingTicket,
  },
  testServer: {
    from: sql`${testServerRequests}`,
    columns: [testServerRequests.createdAt, testServerRequests.id],
    since: testServerRequests.createdAt,
    isWaiting: isWaitingTestServer,
  },
  withdrawal: {
    from: sql`${partnerWithdrawals}`,
    columns: [partnerWithdrawals.dueOn, partnerWithdrawals.createdAt, partnerWithdrawals.id],
    since: partnerWithdrawals.createdAt,
    state: partnerWithdrawals.status,
    // not decided, or not paid yet
    isWaiting: inArray(partnerWithdrawals.status, ["underReview", "processing"]),
  },
  deposit: {
    from: sql`${deposits}`,
    columns: [deposits.changedAt, deposits.id],
    since: deposits.changedAt,
    isWaiting: eq(deposits.status, "underReview"),
  },
  dispute: {
    from: sql`${paymentReports}`,
    columns: [paymentReports.receivedAt, paymentReports.id],
    since: paymentReports.receivedAt,
    state: disputeState,
    isWaiting: isOpenDispute,
  },
  failedOrder: {
    from: sql`${machineOrders} inner join ${servers} on ${servers.id} = ${machineOrders.serverId}`,
    columns: [machineOrders.finishedAt, machineOrders.id],
    since: failedAt,
    state: machineOrders.kind,
    isWaiting: isWaitingOrder,
  },
  drift: {
    from: sql`${machineDrifts}`,
    columns: [machineDrifts.seenAt, machineDrifts.id],
    since: machineDrifts.seenAt,
    state: machineDrifts.kind,
    isWaiting: isOpenDrift,
  },
  correction: {
    from: sql`${balanceProposals}`,
    columns: [balanceProposals.proposedAt, balanceProposals.id],
    since: balanceProposals.proposedAt,
    isWaiting: isOpenProposal,
  },
} as const satisfies Record<WaitingKind, WaitingRows>;

/** Which items are read or counted: by default all that wait. */
export type WaitingFilter = Partial<WaitingScope> & {
  /** Only items of which staff has no notice, or has one and no reminder. */
  lacks?: "notice" | "reminder" | undefined;
  /** No corrections that this staff member proposed: another person must confirm them. */
  notProposedBy?: string | undefined;
  /** Also items that do not wait any more. */
  withDecided?: boolean | undefined;
  /** Only items whose promised time ends before this moment. */
  dueBefore?: Date | undefined;
};

/** Condition: a notice is of this item of a kind, and of the time since which it waits now. */
export function isNoticeOf(kind: WaitingKind): SQL | undefined {
  const { columns, since }: WaitingRows = waitingRows[kind];
  return and(
    eq(staffNotices.kind, kind),
    sql`${staffNotices.itemId} = ${columns.at(-1)}`,
    sql`${staffNotices.since} = ${since}`,
  );
}

/** Condition: the item of a kind has a notice, or a notice without a reminder. */
const hasNotice = (kind: WaitingKind, condition?: SQL) =>
  sql`exists (select from ${staffNotices} where ${and(isNoticeOf(kind), condition)})`;

/** Condition: the item of a kind waits, and the filter includes it. */
export function isIncluded(
  kind: WaitingKind,
  { states = {}, lacks, dueBefore, notProposedBy, withDecided = false }: WaitingFilter,
): SQL | undefined {
  const { columns, state, isWaiting }: WaitingRows = waitingRows[kind];
  const included = states[kind];
  return and(
    withDecided ? undefined : isWaiting,
    kind === "correction" && notProposedBy !== undefined
      ? sql`${personNamed(balanceProposals.proposedBy)} <> ${personNamed(notProposedBy)}`
      : undefined,
    included && state ? inArray(sql`${state}`, [...included]) : undefined,
    lacks === "notice" ? not(hasNotice(kind)) : undefined,
    lacks === "reminder" ? hasNotice(kind, isNull(staffNotices.remindedAt)) : undefined,
    dueBefore &&
      keyset(columns, { limit: 1, start: firstDue(kind, dueBefore.getTime()), isReversed: true }).condition,
  );
}
