import { and, eq, gt, inArray, isNull, lt, lte, or, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { machineOrders } from "#api/db/schema/machine-orders";
import { servers, upgrades } from "#api/db/schema/vps";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { addDays } from "#api/lib/calendar";
import { applyReport } from "#api/modules/vps/order/apply-report";
import { completeServerOrders } from "#api/modules/vps/rental/complete-server-order";
import { lockServer } from "#api/modules/vps/server/own-server";
import { unblockMachine } from "#api/modules/vps/server/unblock-machine";
import { startUpgrade } from "#api/modules/vps/upgrade/start-upgrade";
import { watchDeadlines } from "#api/queue/deadline-guard";
import { enqueue } from "#api/queue/enqueue";
import { job } from "#api/queue/job";
import { serverGraceDays } from "#contract/rules";
import { processServer } from "./process-server";
import { reinstatePaidServers } from "./reinstate";

/** Maximum number per run; the next minute takes the rest. */
const batch = 500;
/** The first notice is sent three calendar days before the end, which may be nearly four days. */
const noticeDays = 4;
const hourMilliseconds = 60 * 60 * 1000;
/** An order without a final report for this many hours has failed, so that nothing waits forever. */
export const orderTimeoutHours = 1;

/** Enqueues everything that is due. Runs every minute, on any number of workers. */
export const processDueServers = job("vps.process-due-servers", z.object({}), async (_input, deps) => {
  if ((await watchDeadlines(deps)) !== "clock") {
    await unblockPaidServers(deps);
    await reinstatePaidServers(deps);
    await enqueueDueServers(deps);
  }
  await startDueUpgrades(deps);
  await failSilentOrders(deps);
  await completeServerOrders(deps);
});

/** Unblocks paid servers that were blocked by a fast clock or an interrupted repair. */
async function unblockPaidServers(deps: Deps): Promise<void> {
  const isPaid = (now: Date) =>
    and(eq(servers.status, "blocked"), eq(servers.isHeld, false), gt(servers.paidUntil, now));
  const paidServers = await deps.db
    .select({ serverId: servers.id })
    .from(servers)
    .where(isPaid(deps.clock.now()))
    .limit(batch);
  for (const { serverId } of paidServers)
    await transaction(deps.db, async (tx) => {
      const server = await lockServer(tx, serverId);
      if (server?.status !== "blocked" || server.isHeld || server.paidUntil <= deps.clock.now()) return;
      const status = server.ip ? "active" : "settingUp";
      await tx.update(servers).set({ status, blockedAt: null }).where(eq(servers.id, serverId));
      if (server.ip) await unblockMachine(deps, tx, server, server.paidUntil);
      deps.log.error({ serverId }, "a server was blocked although it is paid");
    });
}

async function enqueueDueServers({ db, clock }: Deps): Promise<void> {
  const now = clock.now();
  const anHourAgo = new Date(now.getTime() - hourMilliseconds);
  const isActive = eq(servers.status, "active");
  const ended = and(isActive, lte(servers.paidUntil, now));
  const endsSoon = and(
    isActive,
    lte(servers.paidUntil, addDays(now, noticeDays)),
    or(isNull(servers.processedAt), lt(servers.processedAt, anHourAgo)),
  );
  const isOver = and(
    eq(servers.status, "blocked"),
    eq(servers.isHeld, false),
    lte(
      servers.blockedAt,
      sql`${now.toISOString()}::timestamptz - make_interval(hours => 24 * coalesce(${servers.graceDays}, ${serverGraceDays}::int))`,
    ),
  );
  const due = await db
    .select({ serverId: servers.id, paidUntil: servers.paidUntil })
    .from(servers)
    .where(or(ended, endsSoon, isOver))
    .orderBy(servers.paidUntil)
    .limit(batch);
  for (const { serverId, paidUntil } of due) {
    const period = paidUntil.toISOString();
    await transaction(db, (tx) =>
      enqueue(tx, processServer, { serverId, paidUntil: period }, { key: `${serverId}:${period}` }),
    );
  }
}

async function startDueUpgrades(deps: Deps): Promise<void> {
  const due = await deps.db
    .select({ serverId: upgrades.serverId })
    .from(upgrades)
    .where(and(eq(upgrades.status, "pending"), lte(upgrades.startsAt, deps.clock.now())))
    .orderBy(upgrades.startsAt)
    .limit(batch);
  for (const { serverId } of due) await startUpgrade(deps, serverId);
}

async function failSilentOrders(deps: Deps): Promise<void> {
  const since = new Date(deps.clock.now().getTime() - orderTimeoutHours * hourMilliseconds);
  const silent = await deps.db
    .select({ id: machineOrders.id })
    .from(machineOrders)
    .where(and(inArray(machineOrders.status, ["accepted", "running"]), lt(machineOrders.acceptedAt, since)))
    .limit(batch);
  for (const { id } of silent)
    await applyReport(deps, { orderId: id, status: "failed", reason: "no answer" });
}
