import { and, desc, eq } from "drizzle-orm";
import { machineOrders } from "#api/db/schema/machine-orders";
import type { Tx } from "#api/db/transaction";
import { handle } from "#api/http/handle";
import { withIdempotencyKey } from "#api/http/idempotency";
import { ApiError } from "#api/lib/api-error";
import type { Server } from "#api/modules/vps/server/own-server";
import { lockOwnServer, ownServer } from "#api/modules/vps/server/own-server";
import type { ControlRequest } from "#contract/vps/index";
import * as contract from "#contract/vps/index";
import type { MachineAction } from "#contract/vps/status";
import { canControl } from "#contract/vps/status";
import type { Order } from "./orders";
import { hasOpenOrder, isRequest, orderMachine } from "./orders";

const shownRequests = 5;

export const asRequest = ({
  id,
  kind,
  status,
  acceptedAt,
  runningAt,
  finishedAt,
}: Order): ControlRequest => ({
  id,
  action: kind as MachineAction,
  status,
  acceptedAt: acceptedAt.toISOString(),
  runningAt: runningAt?.toISOString() ?? null,
  finishedAt: finishedAt?.toISOString() ?? null,
});

/**
 * Returns the client's server, locked, if a request can be queued: it is active and has no open order (otherwise
 * 409).
 */
export async function lockFreeServer(tx: Tx, userId: string, serverId: string): Promise<Server> {
  const server = await lockOwnServer(tx, userId, serverId);
  if (!canControl(server.status)) throw new ApiError(409, "serverNotActive");
  if (await hasOpenOrder(tx, serverId)) throw new ApiError(409, "previousProcessing");
  return server;
}

export const controlState = handle(contract.controlState, async ({ serverId }, { db, client }) => {
  const server = await ownServer(db, client.id, serverId);
  const orders = await db
    .select()
    .from(machineOrders)
    .where(and(eq(machineOrders.serverId, serverId), isRequest))
    .orderBy(desc(machineOrders.acceptedAt), desc(machineOrders.id))
    .limit(shownRequests);
  const isBusy = await hasOpenOrder(db, serverId);
  return { isOn: server.isOn, status: server.status, isBusy, requests: orders.map(asRequest) };
});

export const control = handle(contract.control, ({ serverId, action }, context) =>
  withIdempotencyKey(context, "vps.control", { serverId, action }, async (tx) => {
    await lockFreeServer(tx, context.client.id, serverId);
    return asRequest(await orderMachine(context, tx, { serverId, kind: action }));
  }),
);
