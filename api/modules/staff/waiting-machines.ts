import { and, eq, ne } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { machineDrifts } from "#api/db/schema/hypervisor";
import { machineOrders } from "#api/db/schema/machine-orders";
import { users } from "#api/db/schema/users";
import { servers } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import type { WaitingItem, WaitingPart } from "./waiting-item";
import { owner } from "./waiting-item";

/** Returns machine orders that have failed for the last time and still apply. */
export async function failedOrders(
  db: Database | Tx,
  { condition, order, limit, isWaiting }: WaitingPart,
): Promise<WaitingItem[]> {
  const rows = await db
    .select({
      id: machineOrders.id,
      kind: machineOrders.kind,
      serverId: machineOrders.serverId,
      finishedAt: machineOrders.finishedAt,
      acceptedAt: machineOrders.acceptedAt,
      error: machineOrders.error,
      isWaiting,
      ...owner,
    })
    .from(machineOrders)
    .innerJoin(servers, eq(servers.id, machineOrders.serverId))
    .innerJoin(users, eq(users.id, servers.userId))
    .where(condition)
    .orderBy(...order)
    .limit(limit);
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

/** Returns the differences between machines and servers. */
export async function openDrifts(
  db: Database | Tx,
  { condition, order, limit, isWaiting }: WaitingPart,
): Promise<WaitingItem[]> {
  const rows = await db
    .select({
      id: machineDrifts.id,
      since: machineDrifts.seenAt,
      state: machineDrifts.kind,
      subject: machineDrifts.about,
      serverId: servers.id,
      isWaiting,
      ...owner,
    })
    .from(machineDrifts)
    .leftJoin(servers, and(eq(servers.id, machineDrifts.about), ne(machineDrifts.kind, "unknownMachine")))
    .leftJoin(users, eq(users.id, servers.userId))
    .where(condition)
    .orderBy(...order)
    .limit(limit);
  return rows.map(({ subject, serverId, ...row }) => ({
    kind: "drift",
    dueAt: null,
    ...row,
    ...(serverId && { subjectId: serverId }),
    what: row.state,
    about: subject,
  }));
}
