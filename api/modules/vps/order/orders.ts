import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { machineOrders } from "#api/db/schema/machine-orders";
import { servers } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import type { OrderKind } from "#api/integrations/provisioner/provisioner";
import type { Server } from "#api/modules/vps/server/own-server";
import { enqueue } from "#api/queue/enqueue";
import type { JobAddress } from "#api/queue/job";
import { canControl, machineActions } from "#contract/vps/status";

export type Order = typeof machineOrders.$inferSelect;

/**
 * The queue of orders to submit (`submit-order.ts`). Only its address is here, because a report on one order may
 * create another (circular import).
 */
export const submitting = {
  name: "vps.submit-order",
  lane: "quick",
  retries: 10,
} as const satisfies JobAddress;

type NewOrder = {
  serverId: string;
  kind: OrderKind;
  upgradeId?: string | undefined;
  /** Name of the snapshot the order concerns. */
  snapshot?: string | null;
  /** Operating system to install. */
  operatingSystem?: string | null;
};

/** Orders an action on a server's machine; the provisioner gets it after the transaction commits. */
export async function orderMachine(
  deps: Deps,
  tx: Tx,
  { serverId, kind, upgradeId, snapshot, operatingSystem }: NewOrder,
): Promise<Order> {
  const [order] = await tx
    .insert(machineOrders)
    .values({
      id: deps.ids.id(),
      serverId,
      kind,
      upgradeId,
      snapshot,
      operatingSystem,
      status: "accepted",
      acceptedAt: deps.clock.now(),
    })
    .returning();
  if (!order) throw new Error("the order was not kept");
  await enqueue(tx, submitting, { orderId: order.id });
  return order;
}

/** Returns whether an order of this kind still applies to its server. Upgrades have further rules (`canBeDone`). */
export function isStillNeeded(kind: OrderKind, { status, ip }: Pick<Server, "status" | "ip">): boolean {
  switch (kind) {
    case "create":
      return status !== "revoked" && ip === null;
    case "block":
      return status === "blocked";
    case "unblock":
      return status === "active";
    case "remove":
      return status === "revoked";
    case "resize":
      return status !== "revoked";
    default:
      return canControl(status);
  }
}

/** Condition in SQL, for orders joined with their servers: the same as `isStillNeeded`. */
export const isNeededOrder = sql`case ${machineOrders.kind}
  when 'create' then ${servers.status} <> 'revoked' and ${servers.ip} is null
  when 'block' then ${servers.status} = 'blocked'
  when 'unblock' then ${servers.status} = 'active'
  when 'remove' then ${servers.status} = 'revoked'
  when 'resize' then ${servers.status} <> 'revoked'
  else ${servers.status} = 'active' end`;

/** Returns whether a server has an open order, or one of this kind. */
export async function hasOpenOrder(db: Database | Tx, serverId: string, kind?: OrderKind): Promise<boolean> {
  const isOpen = inArray(machineOrders.status, ["accepted", "running"]);
  const isOfKind = kind && eq(machineOrders.kind, kind);
  const [open] = await db
    .select({ id: machineOrders.id })
    .from(machineOrders)
    .where(and(eq(machineOrders.serverId, serverId), isOpen, isOfKind))
    .limit(1);
  return open !== undefined;
}

export const isRequest = inArray(machineOrders.kind, [...machineActions]);
