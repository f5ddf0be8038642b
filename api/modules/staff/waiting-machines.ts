import { and, asc, eq, isNull, ne } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { machineDrifts } from "#api/db/schema/hypervisor";
import { machineOrders } from "#api/db/schema/machine-orders";
import { users } from "#api/db/schema/users";
import { servers } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import { isStillNeeded } from "#api/modules/vps/order/orders";
import type { WaitingItem } from "./waiting-item";

/** Returns machine orders that have failed for the last time and still apply. */
export async function failedOrders(db: Database | Tx, limit: number): Promise<WaitingItem[]> {
  const rows = await db
    .select({
      order: machineOrders,
      server: { status: servers.status, ip: servers.ip },
      client: users.email,
      clientId: users.id,
    })
    .from(machineOrders)
    .innerJoin(servers, eq(servers.id, machineOrders.serverId))
    .innerJoin(users, eq(users.id, servers.userId))
    .where(
      and(
        eq(machineOrders.status, "failed"),
        isNull(machineOrders.replacedBy),
        ne(servers.status, "revoked"),
      ),
    )
    .orderBy(asc(machineOrders.finishedAt))
    .limit(limit);
  return rows
    .filter(({ order, server }) => isStillNeeded(order.kind, server))
    .map(({ order: { id, kind, serverId, finishedAt, acceptedAt, error }, client, clientId }) => ({
      kind: "failedOrder",
      id,
      since: finishedAt ?? acceptedAt,
      dueAt: null,
      client,
      clientId,
      about: [`${kind} ${serverId}`, error].filter(Boolean).join(": "),
    }));
}

/** Returns the differences between machines and servers. */
export async function openDrifts(db: Database | Tx, limit: number): Promise<WaitingItem[]> {
  const rows = await db
    .select()
    .from(machineDrifts)
    .where(isNull(machineDrifts.settledAt))
    .orderBy(asc(machineDrifts.seenAt))
    .limit(limit);
  return rows.map(({ id, kind, about, seenAt }) => ({
    kind: "drift",
    id,
    since: seenAt,
    dueAt: null,
    client: null,
    clientId: null,
    about: `${kind} ${about}`,
  }));
}
