import { and, eq, gt, gte, isNull, sql } from "drizzle-orm";
import { machineDrifts } from "#api/db/schema/hypervisor";
import { servers } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { OperatorError } from "#api/lib/answer";
import { ApiError } from "#api/lib/api-error";
import { addDays } from "#api/lib/calendar";
import { hasOpenOrder, orderMachine } from "#api/modules/vps/order/orders";
import { graceDaysOf } from "#api/modules/vps/renewal/renewal-rules";
import { movePaidTime } from "#api/modules/vps/rental/complete-server-order";
import { dayMilliseconds } from "#contract/day";
import type { Server } from "./own-server";
import { lockServer } from "./own-server";
import { sendServerEmail } from "./server-email";
import { unblockMachine } from "./unblock-machine";

/** Maximum number per run; the next minute takes the rest. */
const batch = 500;

/**
 * Returns whether a clock that was ahead revoked a server: it was blocked for non-payment and revoked after the grace
 * period although it is paid. Servers that an operator took back or put on hold are not affected.
 */
function isRevokedThoughPaid(
  { status, isHeld, paidUntil, blockedAt, graceDays, revokedAt }: Server,
  now: Date,
): boolean {
  if (status !== "revoked" || isHeld || !blockedAt || !revokedAt || paidUntil <= now) return false;
  return blockedAt >= paidUntil && revokedAt >= addDays(blockedAt, graceDaysOf({ graceDays }));
}

const isNoted = (serverId: string) =>
  and(eq(machineDrifts.kind, "revokedPaid"), eq(machineDrifts.about, serverId));

/**
 * Reactivates paid servers that were revoked by a clock that was ahead, if their machine still exists. Otherwise the
 * server is listed as a difference (`drifts list`, the inbox) until an operator sets it up again (`servers
 * reinstate`) or settles it.
 */
export async function reinstatePaidServers(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const revokedServers = await deps.db
    .select({ serverId: servers.id })
    .from(servers)
    .where(
      and(
        eq(servers.status, "revoked"),
        gt(servers.paidUntil, now),
        gte(servers.blockedAt, servers.paidUntil),
        sql`not exists (select from ${machineDrifts}
          where ${machineDrifts.kind} = 'revokedPaid' and ${machineDrifts.about} = ${servers.id})`,
      ),
    )
    .limit(batch);
  for (const { serverId } of revokedServers)
    await transaction(deps.db, async (tx) => {
      const server = await lockServer(tx, serverId);
      if (!server || !isRevokedThoughPaid(server, now)) return;
      // the removal of the machine is still running
      if (await hasOpenOrder(tx, serverId)) return;
      if (server.ip) await giveBack(deps, tx, server);
      else
        await tx
          .insert(machineDrifts)
          .values({ id: deps.ids.id(), kind: "revokedPaid", about: serverId, seenAt: now });
      deps.log.error(
        { serverId, hasMachine: server.ip !== null },
        "a server was revoked although it is paid",
      );
    });
}

async function giveBack(deps: Deps, tx: Tx, server: Server): Promise<void> {
  const back = { status: "active", blockedAt: null, revokedAt: null } as const;
  await tx.update(servers).set(back).where(eq(servers.id, server.id));
  await unblockMachine(deps, tx, { ...server, blockedAt: null }, server.paidUntil);
  await sendServerEmail(deps, tx, server, "serverReleased", {});
}

/**
 * Sets up a server again whose machine was deleted because of a wrong clock, and adds `days` for the lost time. The
 * data is lost; the client is told by email. The issue date becomes now, so that the setup time is not charged.
 */
export async function reinstateServer(deps: Deps, tx: Tx, serverId: string, days: number): Promise<void> {
  const server = await lockServer(tx, serverId);
  if (!server) throw new ApiError(404, "notFound");
  const now = deps.clock.now();
  const closedDrifts = await tx
    .update(machineDrifts)
    .set({ settledAt: now, settlement: "set up anew" })
    .where(and(isNoted(serverId), isNull(machineDrifts.settledAt)))
    .returning({ id: machineDrifts.id });
  if (closedDrifts.length === 0 || server.status !== "revoked" || (await hasOpenOrder(tx, serverId)))
    throw new OperatorError("reinstateOnlyPaid");
  const paidUntil = new Date(server.paidUntil.getTime() + days * dayMilliseconds);
  if (paidUntil <= now) throw new OperatorError("reinstateAddDays");
  await tx
    .update(servers)
    .set({ status: "settingUp", blockedAt: null, revokedAt: null, issuedAt: now, paidUntil })
    .where(eq(servers.id, serverId));
  if (days > 0) await movePaidTime(tx, serverId, days * dayMilliseconds);
  await orderMachine(deps, tx, { serverId, kind: "create" });
  await sendServerEmail(deps, tx, server, "serverReinstated", { paidUntil: paidUntil.toISOString() });
}
