import type { SQL } from "drizzle-orm";
import { eq, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Database } from "#api/db/connect";
import { machineDrifts } from "#api/db/schema/hypervisor";
import { machineOrders } from "#api/db/schema/machine-orders";
import { balanceProposals } from "#api/db/schema/operator";
import { partnerWithdrawals } from "#api/db/schema/partners";
import { deposits, paymentReports } from "#api/db/schema/payments";
import { tickets } from "#api/db/schema/support";
import { servers, testServerRequests } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import type { WaitingKind } from "#contract/admin/waiting";
import { waitingKinds } from "#contract/admin/waiting";
import {
  isOpenDispute,
  isOpenProposal,
  isWaitingDeposit,
  isWaitingTestServer,
  isWaitingTicket,
  isWaitingWithdrawal,
  waitingItems,
} from "./waiting";
import { isOpenDrift, isWaitingOrder } from "./waiting-machines";

/** Returns how many items wait, by kind, up to `atMost`. */
export async function countWaiting(
  db: Database | Tx,
  atMost = Number.MAX_SAFE_INTEGER,
): Promise<Record<WaitingKind, number>> {
  const one = { one: sql`1` };
  const count = async (table: PgTable, condition: SQL | undefined) =>
    db.$count(db.select(one).from(table).where(condition).limit(atMost).as("waiting"));
  const orders = db
    .select(one)
    .from(machineOrders)
    .innerJoin(servers, eq(servers.id, machineOrders.serverId))
    .where(isWaitingOrder)
    .limit(atMost);
  return {
    ticket: await count(tickets, isWaitingTicket),
    testServer: await count(testServerRequests, isWaitingTestServer),
    withdrawal: await count(partnerWithdrawals, isWaitingWithdrawal),
    deposit: await count(deposits, isWaitingDeposit),
    dispute: await count(paymentReports, isOpenDispute),
    failedOrder: await db.$count(orders.as("waiting")),
    drift: await count(machineDrifts, isOpenDrift),
    correction: await count(balanceProposals, isOpenProposal),
  };
}

/** Returns since when the first item of each kind has been waiting; null if none waits. */
export async function waitingSince(db: Database): Promise<Record<WaitingKind, Date | null>> {
  const times = {} as Record<WaitingKind, Date | null>;
  for (const kind of waitingKinds) {
    const [first] = await waitingItems(db, { kinds: [kind], limit: 1 });
    times[kind] = first?.since ?? null;
  }
  return times;
}
