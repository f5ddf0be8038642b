import { and, eq } from "drizzle-orm";
import { machineOrders } from "#api/db/schema/machine-orders";
import { servers, upgrades } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import type { MachineReport } from "#api/integrations/provisioner/provisioner";
import { encryptField } from "#api/lib/encryption";
import { completeServerOrder, movePaidTime } from "#api/modules/vps/rental/complete-server-order";
import type { Server } from "#api/modules/vps/server/own-server";
import { lockServer } from "#api/modules/vps/server/own-server";
import { sendServerEmail } from "#api/modules/vps/server/server-email";
import { canBeDone } from "#api/modules/vps/upgrade/open-upgrade";
import { hasOpenOrder, orderMachine } from "./orders";

type Order = typeof machineOrders.$inferSelect;

/** If the setup takes longer than this, the paid time begins when the server is ready. */
const freeSetupMilliseconds = 60 * 60 * 1000;

/**
 * Applies the provisioner's report on an order. `done` is final; `failed` may still become `done` (a late report);
 * repeated and out-of-order reports change nothing. Returns false if the order is unknown.
 */
export async function applyReport(deps: Deps, report: MachineReport): Promise<boolean> {
  return transaction(deps.db, async (tx) => {
    const [known] = await tx.select().from(machineOrders).where(eq(machineOrders.id, report.orderId));
    const server = known && (await lockServer(tx, known.serverId));
    if (!server) return false;
    // read again under the server's lock, because another report may have been first
    const [order] = await tx.select().from(machineOrders).where(eq(machineOrders.id, report.orderId));
    if (!order || order.status === "done" || order.status === report.status) return true;
    const now = deps.clock.now();
    if (report.status === "running") {
      if (order.status === "accepted") await update(tx, order, { status: "running", runningAt: now });
      return true;
    }
    const end = {
      finishedAt: now,
      runningAt: order.runningAt ?? now,
      error: report.reason?.slice(0, 500) ?? null,
    };
    await update(tx, order, { ...end, status: report.status });
    if (report.status === "done") await finish(deps, tx, { order, server, report });
    else if (order.upgradeId) {
      const running = and(eq(upgrades.id, order.upgradeId), eq(upgrades.status, "running"));
      await tx.update(upgrades).set({ status: "failed" }).where(running);
    }
    return true;
  });
}

const update = (tx: Tx, order: Order, change: Partial<Order>) =>
  tx.update(machineOrders).set(change).where(eq(machineOrders.id, order.id));

const change = (tx: Tx, server: Server, values: Partial<Server>) =>
  tx.update(servers).set(values).where(eq(servers.id, server.id));

type Finished = { order: Order; server: Server; report: MachineReport };

async function finish(deps: Deps, tx: Tx, { order, server, report }: Finished): Promise<void> {
  switch (order.kind) {
    case "create":
      return setUp(deps, tx, server, report);
    case "turnOn":
    case "restart":
    case "unblock":
    case "rollBack":
      return leaveOn(deps, tx, server, {});
    case "reinstall":
    case "resetPassword":
      return renewPassword(deps, tx, { order, server, report });
    case "turnOff":
    case "block":
      await change(tx, server, { isOn: false });
      return;
    case "remove":
      await change(tx, server, { isOn: false, ip: null, node: null, login: null, encryptedPassword: null });
      return;
    case "takeSnapshot":
    case "dropSnapshot":
      return;
    case "resize":
      return finishUpgrade(deps, tx, order, server);
  }
}

/**
 * Marks the machine as on, as a finished order leaves it. Turns it off again if the server was blocked in the
 * meantime.
 */
async function leaveOn(deps: Deps, tx: Tx, server: Server, values: Partial<Server>): Promise<void> {
  await change(tx, server, { ...values, isOn: true });
  const { status } = { ...server, ...values };
  if (status !== "blocked" || (await hasOpenOrder(tx, server.id, "block"))) return;
  await orderMachine(deps, tx, { serverId: server.id, kind: "block" });
}

/** A report without a node leaves the known one. */
const nodeOf = ({ node }: NonNullable<MachineReport["machine"]>) => (node === undefined ? {} : { node });

async function setUp(deps: Deps, tx: Tx, server: Server, { machine }: MachineReport): Promise<void> {
  if (!machine) throw new Error(`server ${server.id} was created without an address`);
  if (server.status === "revoked") {
    // refunded in the meantime: nobody gets access, and an operator has to deal with the machine
    deps.log.error({ serverId: server.id }, "a machine was made for a server that is revoked");
    return;
  }
  if (server.ip !== null) {
    // the order was retried, but the first one succeeded after all: its setup time was credited then
    deps.log.error({ serverId: server.id }, "a machine was made for a server that is set up");
    return;
  }
  const now = deps.clock.now();
  const took = now.getTime() - server.issuedAt.getTime();
  const late = took > freeSetupMilliseconds ? took : 0;
  const paidUntil = new Date(server.paidUntil.getTime() + late);
  // blocked in the meantime: by an operator, or because the time ran out, which the credited setup time may have
  // fixed
  const staysBlocked = server.status === "blocked" && (server.isHeld || paidUntil <= now);
  await leaveOn(deps, tx, server, {
    ...(!staysBlocked && { status: "active", blockedAt: null }),
    ip: machine.ip,
    ...nodeOf(machine),
    login: machine.login,
    encryptedPassword: encryptField(deps, server.id, machine.password),
    paidUntil,
  });
  if (late > 0) await movePaidTime(tx, server.id, late);
  await completeServerOrder(deps, tx, server.id);
  if (!staysBlocked)
    await sendServerEmail(deps, tx, server, "serverReady", { paidUntil: paidUntil.toISOString() });
}

/** Stores the new password of a reinstalled machine or a password reset; its address stays. */
async function renewPassword(deps: Deps, tx: Tx, { order, server, report }: Finished): Promise<void> {
  const { machine } = report;
  if (!machine) throw new Error(`order ${order.id} is done without a new password`);
  // revoked in the meantime: nobody gets access, and the order to remove the machine is next
  if (server.status === "revoked") return;
  const { ip, login, password } = machine;
  const operatingSystem = order.operatingSystem ?? server.operatingSystem;
  const encryptedPassword = encryptField(deps, server.id, password);
  await leaveOn(deps, tx, server, {
    ip,
    ...nodeOf(machine),
    login,
    encryptedPassword,
    operatingSystem,
  });
  if (order.kind === "reinstall")
    await sendServerEmail(deps, tx, server, "serverReinstalled", { operatingSystem });
  else await sendServerEmail(deps, tx, server, "serverPasswordReset", {});
}

async function finishUpgrade(deps: Deps, tx: Tx, order: Order, server: Server): Promise<void> {
  const [upgrade] = await tx
    .select()
    .from(upgrades)
    .where(eq(upgrades.id, order.upgradeId ?? ""));
  if (!upgrade || !(await canBeDone(tx, server, upgrade))) {
    // refunded in the meantime, or renewed at the smaller price: an operator has to deal with the machine
    deps.log.error({ serverId: server.id, orderId: order.id }, "a machine was resized that is not paid for");
    return;
  }
  const done = { status: "done", finishedAt: deps.clock.now() } as const;
  await tx.update(upgrades).set(done).where(eq(upgrades.id, upgrade.id));
  await leaveOn(deps, tx, server, { rateId: upgrade.toRateId });
  await completeServerOrder(deps, tx, server.id);
}
