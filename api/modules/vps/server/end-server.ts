import { eq } from "drizzle-orm";
import { servers } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { addDays } from "#api/lib/calendar";
import { businessSettings } from "#api/modules/settings/read-settings";
import { orderMachine } from "#api/modules/vps/order/orders";
import { completeServerOrder } from "#api/modules/vps/rental/complete-server-order";
import { refundUpgrade } from "#api/modules/vps/upgrade/cancel-upgrade";
import { openUpgrade } from "#api/modules/vps/upgrade/open-upgrade";
import type { Server } from "./own-server";
import { sendServerEmail } from "./server-email";

/** Blocks a server that is no longer paid for; its data is kept for the grace time. */
export async function blockServer(deps: Deps, tx: Tx, server: Server): Promise<void> {
  const blockedAt = deps.clock.now();
  const { graceDays } = await businessSettings(tx, blockedAt);
  await tx.update(servers).set({ status: "blocked", blockedAt, graceDays }).where(eq(servers.id, server.id));
  await orderMachine(deps, tx, { serverId: server.id, kind: "block" });
  await sendServerEmail(deps, tx, server, "serverBlocked", {
    revokedOn: addDays(blockedAt, graceDays).toISOString(),
  });
}

/** Revokes a server and has its machine removed; an unfinished upgrade is refunded. The caller notifies the owner. */
export async function revokeServer(deps: Deps, tx: Tx, server: Server): Promise<void> {
  const upgrade = await openUpgrade(tx, server.id);
  if (upgrade) await refundUpgrade(deps, tx, server, upgrade);
  const values = { status: "revoked", revokedAt: deps.clock.now(), autoRenewal: false } as const;
  await tx.update(servers).set(values).where(eq(servers.id, server.id));
  await completeServerOrder(deps, tx, server.id);
  await orderMachine(deps, tx, { serverId: server.id, kind: "remove" });
}
