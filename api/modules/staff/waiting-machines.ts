import { and, eq, isNull, ne, sql } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import type { Slice } from "#api/db/keyset";
import { keyset } from "#api/db/keyset";
import { machineDrifts } from "#api/db/schema/hypervisor";
import { machineOrders } from "#api/db/schema/machine-orders";
import { users } from "#api/db/schema/users";
import { servers, upgrades } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import { isNeededOrder } from "#api/modules/vps/order/orders";
import type { WaitingItem } from "./waiting-item";
import { owner } from "./waiting-item";

/** Condition: the order is for no upgrade, or for one that was not refunded. */
const hasOpenUpgrade = sql`(${machineOrders.upgradeId} is null or exists (select from ${upgrades}
  where ${upgrades.id} = ${machineOrders.upgradeId} and ${upgrades.status} in ('running', 'failed')))`;

/** Condition: the order has failed for the last time and still applies to its server. */
export const isWaitingOrder = and(
  eq(machineOrders.status, "failed"),
  isNull(machineOrders.replacedBy),
  ne(servers.status, "revoked"),
  isNeededOrder,
  hasOpenUpgrade,
);

/** Returns machine orders that have failed for the last time and still apply. */
export async function failedOrders(db: Database | Tx, slice: Slice): Promise<WaitingItem[]> {
  const { condition, order } = keyset([machineOrders.finishedAt, machineOrders.id], slice);
  const rows = await db
    .select({
      id: machineOrders.id,
      kind: machineOrders.kind,
      serverId: machineOrders.serverId,
      finishedAt: machineOrders.finishedAt,
      acceptedAt: machineOrders.acceptedAt,
      error: machineOrders.error,
      ...owner,
    })
    .from(machineOrders)
    .innerJoin(servers, eq(servers.id, machineOrders.serverId))
    .innerJoin(users, eq(users.id, servers.userId))
    .where(and(isWaitingOrder, condition))
    .orderBy(...order)
    .limit(slice.limit);
  return rows.map(({ kind, serverId, finishedAt, acceptedAt, error, ...row }) => ({
    kind: "failedOrder",
    subjectId: serverId,
    since: finishedAt ?? acceptedAt,
    dueAt: null,
    ...row,
    what: kind,
    state: kind,
    about: [serverId, error].filter(Boolean).join(": "),
  }));
}

/** Condition: the difference between a machine and the books is not settled. */
export const isOpenDrift = isNull(machineDrifts.settledAt);

/** Returns the differences between machines and servers. */
export async function openDrifts(db: Database | Tx, slice: Slice): Promise<WaitingItem[]> {
  const { condition, order } = keyset([machineDrifts.seenAt, machineDrifts.id], slice);
  const rows = await db
    .select({
      id: machineDrifts.id,
      since: machineDrifts.seenAt,
      state: machineDrifts.kind,
      subject: machineDrifts.about,
      serverId: servers.id,
      ...owner,
    })
    .from(machineDrifts)
    .leftJoin(servers, and(eq(servers.id, machineDrifts.about), ne(machineDrifts.kind, "unknownMachine")))
    .leftJoin(users, eq(users.id, servers.userId))
    .where(and(isOpenDrift, condition))
    .orderBy(...order)
    .limit(slice.limit);
  return rows.map(({ subject, serverId, ...row }) => ({
    kind: "drift",
    dueAt: null,
    ...row,
    ...(serverId && { subjectId: serverId }),
    what: row.state,
    about: subject,
  }));
}
