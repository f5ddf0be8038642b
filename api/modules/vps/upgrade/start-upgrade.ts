import { eq } from "drizzle-orm";
import { upgrades } from "#api/db/schema/vps";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { hasOpenOrder, orderMachine } from "#api/modules/vps/order/orders";
import { lockServer } from "#api/modules/vps/server/own-server";
import { refundUpgrade } from "./cancel-upgrade";
import { openUpgrade } from "./open-upgrade";

/**
 * Starts a pending upgrade whose day has come. It waits while the machine is busy, and is refunded if the server is
 * no longer active. A repeat changes nothing.
 */
export async function startUpgrade(deps: Deps, serverId: string): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const server = await lockServer(tx, serverId);
    const upgrade = await openUpgrade(tx, serverId);
    if (!server || upgrade?.status !== "pending" || upgrade.startsAt > deps.clock.now()) return;
    if (server.status !== "active") {
      await refundUpgrade(deps, tx, server, upgrade);
      return;
    }
    if (await hasOpenOrder(tx, serverId)) return;
    await tx.update(upgrades).set({ status: "running" }).where(eq(upgrades.id, upgrade.id));
    await orderMachine(deps, tx, { serverId, kind: "resize", upgradeId: upgrade.id });
  });
}
