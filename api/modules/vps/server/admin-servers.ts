import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import { machineDrifts } from "#api/db/schema/hypervisor";
import { machineOrders } from "#api/db/schema/machine-orders";
import { serverPayments, servers, upgrades } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { OperatorError } from "#api/lib/answer";
import { ApiError } from "#api/lib/api-error";
import { bookRefund } from "#api/modules/partners/rewards";
import { businessSettings } from "#api/modules/settings/read-settings";
import type { Order } from "#api/modules/vps/order/orders";
import { isStillNeeded, orderMachine } from "#api/modules/vps/order/orders";
import { charge } from "#api/modules/vps/rental/charge";
import { refundUpgrade } from "#api/modules/vps/upgrade/cancel-upgrade";
import { canBeDone, openUpgrade } from "#api/modules/vps/upgrade/open-upgrade";
import { placeUpgrade } from "#api/modules/vps/upgrade/upgrade";
import { priceUpgrade, requireUpgradable } from "#api/modules/vps/upgrade/upgrade-price";
import { statesDecidedBy } from "#contract/admin/waiting";
import { dayOf } from "#contract/day";
import { revokeServer } from "./end-server";
import type { Server } from "./own-server";
import { lockServer } from "./own-server";
import { sendServerEmail } from "./server-email";
import { unblockMachine } from "./unblock-machine";

/**
 * Actions of an operator on servers. Each runs in the transaction that also writes the audit row, and emails the
 * owner.
 */

/** The reason, in the client's language. */
type Reason = { reason: string };

async function lockServerOrThrow(tx: Tx, serverId: string): Promise<Server> {
  const server = await lockServer(tx, serverId);
  if (!server) throw new ApiError(404, "notFound");
  return server;
}

/**
 * Blocks a server regardless of its paid time: a payment does not unblock it, and it is not revoked after the grace
 * time.
 */
export async function holdServer(
  deps: Deps,
  tx: Tx,
  serverId: string,
  { reason, isReversal = false }: Reason & { isReversal?: boolean },
): Promise<void> {
  const server = await lockServerOrThrow(tx, serverId);
  if (server.status === "revoked") throw new ApiError(409, "serverRevoked");
  const blockedAt = server.blockedAt ?? deps.clock.now();
  await tx
    .update(servers)
    .set({ status: "blocked", isHeld: true, blockedAt })
    .where(eq(servers.id, serverId));
  if (server.status === "active") await orderMachine(deps, tx, { serverId, kind: "block" });
  if (!server.isHeld) await sendServerEmail(deps, tx, server, "serverHeld", { reason, isReversal });
}

/**
 * Lifts an operator's block. A server whose paid time is over stays blocked as unpaid, and its grace time starts now.
 */
export async function releaseServer(deps: Deps, tx: Tx, serverId: string): Promise<void> {
  const server = await lockServerOrThrow(tx, serverId);
  if (!server.isHeld || server.status !== "blocked") throw new ApiError(409, "serverNotHeld");
  const now = deps.clock.now();
  const isPaid = server.paidUntil > now;
  const status = server.ip ? "active" : "settingUp";
  const { graceDays } = await businessSettings(tx, now);
  await tx
    .update(servers)
    .set({ isHeld: false, ...(isPaid ? { status, blockedAt: null } : { blockedAt: now, graceDays }) })
    .where(eq(servers.id, serverId));
  if (isPaid && server.ip) await unblockMachine(deps, tx, server, server.paidUntil);
  await sendServerEmail(deps, tx, server, "serverReleased", {});
}

/** Revokes a server permanently; that its machine is missing is no difference any more. */
export async function revokeByOperator(
  deps: Deps,
  tx: Tx,
  serverId: string,
  { reason }: Reason,
): Promise<void> {
  const server = await lockServerOrThrow(tx, serverId);
  if (server.status === "revoked") throw new ApiError(409, "serverRevoked");
  await revokeServer(deps, tx, server);
  const { kind, about, settledAt } = machineDrifts;
  await tx
    .update(machineDrifts)
    .set({ settledAt: deps.clock.now(), settlement: "revoked" })
    .where(and(eq(kind, "missingMachine"), eq(about, serverId), isNull(settledAt)));
  await sendServerEmail(deps, tx, server, "serverTakenBack", { reason });
}

/** Returns whether an order has failed and no operator has decided on it. */
const isOpenFailure = ({ status, replacedBy, dismissedAt }: Order) =>
  status === "failed" && replacedBy === null && dismissedAt === null;

/**
 * Closes a failed order without another try. Its server stays as it was before the order, because only a finished one
 * changes it. Orders that were paid for are refunded instead.
 */
export async function dismissOrder(deps: Pick<Deps, "clock">, tx: Tx, orderId: string): Promise<void> {
  const [known] = await tx.select().from(machineOrders).where(eq(machineOrders.id, orderId));
  if (!known || !(await lockServer(tx, known.serverId))) throw new ApiError(404, "notFound");
  const [order] = await tx.select().from(machineOrders).where(eq(machineOrders.id, orderId));
  if (!order || !isOpenFailure(order)) throw new ApiError(409, "orderNotFailed");
  if (!statesDecidedBy("servers dismiss")?.includes(order.kind)) throw new OperatorError("orderIsRefunded");
  await tx.update(machineOrders).set({ dismissedAt: deps.clock.now() }).where(eq(machineOrders.id, orderId));
}

/** Submits a failed order again under a new id, and returns that id. */
export async function retryOrder(deps: Deps, tx: Tx, orderId: string): Promise<string> {
  const [known] = await tx.select().from(machineOrders).where(eq(machineOrders.id, orderId));
  const server = known && (await lockServer(tx, known.serverId));
  if (!known || !server) throw new ApiError(404, "notFound");
  const [order] = await tx.select().from(machineOrders).where(eq(machineOrders.id, orderId));
  if (!order || !isOpenFailure(order)) throw new ApiError(409, "orderNotFailed");
  // an outdated order would undo later decisions
  if (!isStillNeeded(order.kind, server)) throw new ApiError(409, "orderOutdated");
  const upgradeId = order.upgradeId ?? undefined;
  if (upgradeId) await requireRetryable(tx, server, upgradeId);
  if (upgradeId) await tx.update(upgrades).set({ status: "running" }).where(eq(upgrades.id, upgradeId));
  const { kind, snapshot, operatingSystem } = order;
  const anew = await orderMachine(deps, tx, {
    serverId: server.id,
    kind,
    upgradeId,
    snapshot,
    operatingSystem,
  });
  await tx.update(machineOrders).set({ replacedBy: anew.id }).where(eq(machineOrders.id, orderId));
  return anew.id;
}

/** Throws 409 if a failed upgrade can only be refunded. */
async function requireRetryable(tx: Tx, server: Server, upgradeId: string): Promise<void> {
  const [upgrade] = await tx.select().from(upgrades).where(eq(upgrades.id, upgradeId));
  if (!upgrade || !(await canBeDone(tx, server, upgrade))) throw new ApiError(409, "upgradeOutdated");
}

/** Refunds a failed upgrade. Returns the cents. */
export async function refundFailedUpgrade(
  deps: Deps,
  tx: Tx,
  serverId: string,
  { reason }: Reason,
): Promise<number> {
  const server = await lockServerOrThrow(tx, serverId);
  if (await openUpgrade(tx, serverId)) throw new ApiError(409, "upgradeAccepted");
  const [failed] = await tx
    .select()
    .from(upgrades)
    .where(and(eq(upgrades.serverId, serverId), eq(upgrades.status, "failed")))
    .orderBy(asc(upgrades.createdAt))
    .limit(1);
  if (!failed) throw new ApiError(404, "notFound");
  const amountCents = await refundUpgrade(deps, tx, server, failed);
  await sendServerEmail(deps, tx, server, "serverRefunded", { isUpgrade: true, amountCents, reason });
  return amountCents;
}

/**
 * Upgrades a server from today on at its client's request, at the agreed price.
 *
 * @throws {ApiError} as `placeUpgrade` does
 */
export async function upgradeByOperator(
  deps: Deps,
  tx: Tx,
  serverId: string,
  { reason, ...choice }: Reason & { rateId: string; agreedCents?: number | undefined },
): Promise<{ totalCents: number; tariff: string }> {
  const server = await lockServerOrThrow(tx, serverId);
  const now = deps.clock.now();
  const today = { rateId: choice.rateId, date: dayOf(now) };
  await requireUpgradable(tx, server, now);
  const agreedCents = choice.agreedCents ?? (await priceUpgrade(tx, server, { ...today, now })).totalCents;
  const upgrade = await placeUpgrade(deps, tx, server, { ...today, agreedCents });
  const { tariff: newTariff, totalCents: amountCents } = upgrade;
  await sendServerEmail(deps, tx, server, "serverUpgraded", { newTariff, amountCents, reason });
  return upgrade;
}

/**
 * Refunds everything paid for a server that could not be set up, takes back partners' rewards, and revokes the
 * server. Returns the cents.
 */
export async function refundServer(
  deps: Deps,
  tx: Tx,
  serverId: string,
  { reason }: Reason,
): Promise<number> {
  const server = await lockServerOrThrow(tx, serverId);
  if (server.status !== "settingUp") throw new ApiError(409, "serverIsSetUp");
  const paid = await tx
    .select()
    .from(serverPayments)
    .where(and(eq(serverPayments.serverId, serverId), inArray(serverPayments.kind, ["rent", "renewal"])));
  const totalCents = paid.reduce((sum, payment) => sum + payment.totalCents, 0);
  const [first] = paid;
  if (first) {
    await charge(deps, tx, {
      serverId,
      userId: server.userId,
      kind: "refund",
      tariff: first.tariff,
      periodFrom: first.periodFrom,
      periodTo: server.paidUntil,
      price: { priceCents: -totalCents, discountCents: 0, totalCents: -totalCents, promo: null },
      refunds: paid.map(({ id: paymentId, totalCents: cents }) => ({ paymentId, cents })),
    });
  }
  for (const { id } of paid) await bookRefund(deps, tx, id);
  await revokeServer(deps, tx, server);
  const refunded = { isUpgrade: false, amountCents: totalCents, reason };
  await sendServerEmail(deps, tx, server, "serverRefunded", refunded);
  return totalCents;
}
