import { and, desc, eq, inArray } from "drizzle-orm";
import { machineOrders } from "#api/db/schema/machine-orders";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { handle } from "#api/http/handle";
import { withIdempotencyKey } from "#api/http/idempotency";
import type { Snapshot, SnapshotAbility } from "#api/integrations/provisioner/provisioner";
import { ApiError } from "#api/lib/api-error";
import { withTimeout } from "#api/lib/timeout";
import type { Server } from "#api/modules/vps/server/own-server";
import { lockOwnServer, ownServer } from "#api/modules/vps/server/own-server";
import type { SnapshotRequest } from "#contract/vps/index";
import * as contract from "#contract/vps/index";
import type { SnapshotAction } from "#contract/vps/status";
import { canControl, snapshotActions } from "#contract/vps/status";
import type { Order } from "./orders";
import { hasOpenOrder, orderMachine } from "./orders";

const shownRequests = 5;

export const isAboutSnapshot = inArray(machineOrders.kind, [...snapshotActions]);

type Wish = { action: SnapshotAction; snapshot: string };

const asRequest = ({ id, kind, snapshot, status, acceptedAt, finishedAt }: Order): SnapshotRequest => ({
  id,
  action: kind as SnapshotAction,
  snapshot: snapshot ?? "",
  status,
  acceptedAt: acceptedAt.toISOString(),
  finishedAt: finishedAt?.toISOString() ?? null,
});

/** Throws 404 if the hypervisor has no snapshots. */
export function abilityOf({ provisioner }: Pick<Deps, "provisioner">): SnapshotAbility<string> {
  if (!provisioner.snapshots) throw new ApiError(404, "notFound");
  return provisioner.snapshots;
}

/** Returns a machine's snapshots; null if the hypervisor does not respond in time. */
async function listSnapshots(deps: Deps, { id, ip }: Server): Promise<readonly Snapshot[] | null> {
  if (ip === null) return [];
  const away = (error: unknown) => {
    deps.log.warn({ err: error, serverId: id }, "the snapshots of a machine could not be asked for");
    return null;
  };
  const list = await withTimeout(abilityOf(deps).list(id), away).catch(away);
  return list === "later" ? null : list;
}

/** Rejects impossible requests by the last known list. Without a list, the hypervisor rejects them. */
function requirePossible(there: readonly Snapshot[] | null, limit: number, { action, snapshot }: Wish): void {
  if (!there) return;
  const isThere = there.some(({ name }) => name === snapshot);
  if (action !== "takeSnapshot" && !isThere) throw new ApiError(404, "snapshotGone");
  if (action !== "takeSnapshot") return;
  if (isThere) throw new ApiError(422, "snapshotNameTaken", { fields: { snapshot: "snapshotNameTaken" } });
  if (there.length >= limit) throw new ApiError(409, "snapshotLimit", { details: { limit } });
}

type About = { server: Server; wish: Wish; there: readonly Snapshot[] | null };

/**
 * Orders an action on a snapshot of a locked server's machine. A rollback starts the machine, so it is only allowed
 * for active servers.
 */
export async function orderAboutSnapshot(deps: Deps, tx: Tx, { server, wish, there }: About): Promise<Order> {
  const { limit } = abilityOf(deps);
  if (!canControl(server.status)) throw new ApiError(409, "serverNotActive");
  if (await hasOpenOrder(tx, server.id)) throw new ApiError(409, "previousProcessing");
  requirePossible(there, limit, wish);
  return orderMachine(deps, tx, { serverId: server.id, kind: wish.action, snapshot: wish.snapshot });
}

export const snapshotState = handle(contract.snapshotState, async ({ serverId }, context) => {
  const { db, client } = context;
  const server = await ownServer(db, client.id, serverId);
  const { limit } = abilityOf(context);
  const [there, isBusy, orders] = await Promise.all([
    listSnapshots(context, server),
    hasOpenOrder(db, serverId),
    db
      .select()
      .from(machineOrders)
      .where(and(eq(machineOrders.serverId, serverId), isAboutSnapshot))
      .orderBy(desc(machineOrders.acceptedAt), desc(machineOrders.id))
      .limit(shownRequests),
  ]);
  const snapshots = there?.map(({ name, takenAt }) => ({ name, takenAt: takenAt.toISOString() })) ?? null;
  return {
    status: server.status,
    limit,
    snapshots: snapshots?.sort((one, other) => other.takenAt.localeCompare(one.takenAt)) ?? null,
    isBusy,
    requests: orders.map(asRequest),
  };
});

export const orderSnapshot = handle(contract.orderSnapshot, async ({ serverId, ...wish }, context) => {
  abilityOf(context);
  const there = await listSnapshots(context, await ownServer(context.db, context.client.id, serverId));
  return withIdempotencyKey(context, "vps.orderSnapshot", { serverId, ...wish }, async (tx) => {
    const server = await lockOwnServer(tx, context.client.id, serverId);
    return asRequest(await orderAboutSnapshot(context, tx, { server, wish, there }));
  });
});
