import { eq } from "drizzle-orm";
import { servers } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import type { Parts } from "#api/deps";
import { addDays } from "#api/lib/calendar";
import { orderMachine } from "#api/modules/vps/order/orders";
import { settleServer } from "#api/modules/vps/rental/settle-server";
import { refundUpgrade } from "#api/modules/vps/upgrade/cancel-upgrade";
import { openUpgrade } from "#api/modules/vps/upgrade/open-upgrade";
import { serverGraceDays } from "#contract/rules";
import { mailAbout } from "./mail-about";
import type { Server } from "./own-server";

/** Blocks a server that is not paid for any more; its data is kept for the grace time. */
export async function blockServer(parts: Parts, tx: Tx, server: Server): Promise<void> {
  const blockedAt = parts.clock.now();
  await tx.update(servers).set({ status: "blocked", blockedAt }).where(eq(servers.id, server.id));
  await orderMachine(parts, tx, { serverId: server.id, kind: "block" });
  await mailAbout(parts, tx, server, "serverBlocked", {
    revokedOn: addDays(blockedAt, serverGraceDays).toISOString(),
  });
}

/** Takes a server back and has its machine removed; an upgrade that has not been done is paid back. */
export async function revokeServer(parts: Parts, tx: Tx, server: Server): Promise<void> {
  const upgrade = await openUpgrade(tx, server.id);
  if (upgrade) await refundUpgrade(parts, tx, server, upgrade);
  const values = { status: "revoked", revokedAt: parts.clock.now(), autoRenewal: false } as const;
  await tx.update(servers).set(values).where(eq(servers.id, server.id));
  await settleServer(parts, tx, server.id);
  await orderMachine(parts, tx, { serverId: server.id, kind: "remove" });
  await mailAbout(parts, tx, server, "serverRevoked", {});
}
