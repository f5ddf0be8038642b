import { eq } from "drizzle-orm";
import * as z from "zod/mini";
import { servers } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { ApiError } from "#api/lib/api-error";
import { renewalMonthsOf } from "#api/modules/vps/rate/rates";
import { extendServer } from "#api/modules/vps/renewal/extend-server";
import { sendRenewalNotice } from "#api/modules/vps/renewal/renewal-notice";
import { rateForRenewal, revocationOf } from "#api/modules/vps/renewal/renewal-rules";
import { watchDeadlines } from "#api/queue/deadline-guard";
import { job } from "#api/queue/job";
import { automaticPaymentFrom } from "#contract/automatic-payment";
import { blockServer, revokeServer } from "./end-server";
import type { Server } from "./own-server";
import { lockServer } from "./own-server";
import { sendServerEmail } from "./server-email";

/**
 * Handles the end of a server's paid period: renews it automatically, warns, blocks, and revokes after the grace
 * time. Keyed by server and period: a repeat finds a later period, or nothing to do.
 */
export const processServer = job(
  "vps.process-server",
  z.object({ serverId: z.string(), paidUntil: z.string() }),
  async ({ serverId, paidUntil }, deps) => {
    const pause = await watchDeadlines(deps);
    if (pause === "clock") return;
    const locked = <T>(work: (tx: Tx, server: Server) => Promise<T>) =>
      transaction(deps.db, async (tx) => {
        const server = await lockServer(tx, serverId);
        return server?.paidUntil.toISOString() === paidUntil ? work(tx, server) : null;
      });
    try {
      const isRenewed = await locked((tx, server) => renewAutomatically(deps, tx, server));
      if (isRenewed !== false) return;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      deps.log.info({ serverId, code: error.code }, "a server could not be renewed automatically");
    }
    if (pause === null) await locked((tx, server) => endOrWarn(deps, tx, server));
  },
);

/**
 * Renews a server automatically; returns false if it is not due. Throws the errors a client would get, such as too
 * low a balance.
 */
async function renewAutomatically(deps: Deps, tx: Tx, server: Server): Promise<boolean> {
  const isDue = deps.clock.now() >= automaticPaymentFrom(server.paidUntil);
  if (server.status !== "active" || !server.autoRenewal || !isDue) return false;
  const months = renewalMonthsOf(await rateForRenewal(tx, server), server.renewalMonths);
  const { totalCents, paidUntil, tariff } = await extendServer(deps, tx, server, { months });
  await sendServerEmail(deps, tx, server, "renewed", {
    tariff,
    paidUntil: paidUntil.toISOString(),
    priceCents: totalCents,
  });
  return true;
}

async function endOrWarn(deps: Deps, tx: Tx, server: Server): Promise<void> {
  const now = deps.clock.now();
  await tx.update(servers).set({ processedAt: now }).where(eq(servers.id, server.id));
  if (server.status === "active") {
    if (server.paidUntil <= now) await blockServer(deps, tx, server);
    else await sendRenewalNotice(deps, tx, server);
    return;
  }
  const revokedOn = revocationOf(server);
  if (revokedOn && revokedOn <= now) {
    await revokeServer(deps, tx, server);
    await sendServerEmail(deps, tx, server, "serverRevoked", {});
  }
}
