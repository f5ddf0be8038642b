import { and, eq, gt } from "drizzle-orm";
import { machineOrders } from "#api/db/schema/machine-orders";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { orderMachine } from "#api/modules/vps/order/orders";
import { mailAbout } from "./mail-about";
import type { Server } from "./own-server";

/**
 * Has a server's machine work again whose block is over. One that was set up while it was blocked is said to be ready at last: nobody
 * could use it, and nobody was told. To be called with the server as it was blocked; `paidUntil` is the end of its paid time now.
 */
export async function unblockMachine(deps: Deps, tx: Tx, server: Server, paidUntil: Date): Promise<void> {
  await orderMachine(deps, tx, { serverId: server.id, kind: "unblock" });
  if (!server.blockedAt) return;
  const setUpSince = and(
    eq(machineOrders.serverId, server.id),
    eq(machineOrders.kind, "create"),
    eq(machineOrders.status, "done"),
    gt(machineOrders.finishedAt, server.blockedAt),
  );
  const [order] = await tx.select({ id: machineOrders.id }).from(machineOrders).where(setUpSince).limit(1);
  if (order) await mailAbout(deps, tx, server, "serverReady", { paidUntil: paidUntil.toISOString() });
}
