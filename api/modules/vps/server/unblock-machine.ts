import { and, eq, gt } from "drizzle-orm";
import { machineOrders } from "#api/db/schema/machine-orders";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { orderMachine } from "#api/modules/vps/order/orders";
import type { Server } from "./own-server";
import { sendServerEmail } from "./server-email";

/**
 * Starts a server's machine after its block has ended. If the machine was set up while blocked, sends the email that
 * the server is ready, which was held back. Call it with the server as it was while blocked; `paidUntil` is the new
 * end of its paid time.
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
  if (order) await sendServerEmail(deps, tx, server, "serverReady", { paidUntil: paidUntil.toISOString() });
}
