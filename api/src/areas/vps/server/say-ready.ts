import { and, eq, gt } from "drizzle-orm";
import { machineOrders } from "#api/db/schema/machine-orders";
import type { Tx } from "#api/db/transaction";
import type { Parts } from "#api/parts";
import { mailAbout } from "./mail-about";
import type { Server } from "./own-server";

/**
 * Writes that a server is ready which was set up while it was blocked, when nobody could use it and nobody was told. To be called with
 * the server as it was blocked, once it is not any more; `paidUntil` is the end of its paid time now.
 */
export async function sayReadyAtLast(parts: Parts, tx: Tx, server: Server, paidUntil: Date): Promise<void> {
  if (!server.blockedAt) return;
  const setUpSince = and(
    eq(machineOrders.serverId, server.id),
    eq(machineOrders.kind, "create"),
    eq(machineOrders.status, "done"),
    gt(machineOrders.finishedAt, server.blockedAt),
  );
  const [order] = await tx.select({ id: machineOrders.id }).from(machineOrders).where(setUpSince).limit(1);
  if (order) await mailAbout(parts, tx, server, "serverReady", { paidUntil: paidUntil.toISOString() });
}
