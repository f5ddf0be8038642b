import { and, eq, inArray, isNull } from "drizzle-orm";
import { simulatedFaults } from "#api/db/schema/hypervisor";
import { machineOrders } from "#api/db/schema/machine-orders";
import { partnerTerms } from "#api/db/schema/partners";
import { testServerRequests } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import { ApiError } from "#api/lib/api-error";
import { applyReport } from "#api/modules/vps/order/apply-report";
import {
  holdServer,
  refundFailedUpgrade,
  refundServer,
  releaseServer,
  retryOrder,
  revokeByOperator,
} from "#api/modules/vps/server/admin-servers";
import { decideTestServer } from "#api/modules/vps/test-server/decide-test-server";
import type { ModelEvent } from "#tools/model-tests/model-event";
import type { World } from "#tools/model-tests/world";
import { count, pick } from "#tools/model-tests/world";
import { serverAt } from "./servers";

/** Actions of operators, and failures of their machines. */

async function operate(world: World, action: string, work: (tx: Tx) => Promise<unknown>): Promise<void> {
  try {
    await transaction(world.api.db, work);
    count(world, `operator: ${action} done`);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    count(world, `operator: ${action} refused: ${error.code}`);
  }
}

const operations = {
  hold: holdServer,
  release: releaseServer,
  revoke: revokeByOperator,
  refund: refundServer,
  "refund-upgrade": refundFailedUpgrade,
};
export type Operation = keyof typeof operations;
export const operationNames = Object.keys(operations) as Operation[];

export const operation = (action: Operation, which: number): ModelEvent => ({
  name: `operator-${action} ${which}`,
  happen: async (world) => {
    const found = await serverAt(world, which);
    if (found)
      await operate(world, action, (tx) =>
        operations[action](world.api.deps, tx, found.server.id, { reason: "A story" }),
      );
  },
});

const failedOrders = async ({ api }: World) =>
  api.db
    .select()
    .from(machineOrders)
    .where(and(eq(machineOrders.status, "failed"), isNull(machineOrders.replacedBy)))
    .orderBy(machineOrders.acceptedAt, machineOrders.id);

export const retry = (which: number): ModelEvent => ({
  name: `retry ${which}`,
  happen: async (world) => {
    const order = pick(await failedOrders(world), which);
    if (order) await operate(world, "retry", (tx) => retryOrder(world.api.deps, tx, order.id));
  },
});

/** The provisioner reports late that an order which failed, or is being sent again, is done. */
export const lateAnswer = (which: number): ModelEvent => ({
  name: `late-answer on ${which}`,
  happen: async (world) => {
    const unfinished = inArray(machineOrders.status, ["failed", "accepted", "running"]);
    const order = pick(
      await world.api.db
        .select()
        .from(machineOrders)
        .where(unfinished)
        .orderBy(machineOrders.acceptedAt, machineOrders.id),
      which,
    );
    if (!order) return;
    const machine = { ip: "198.18.0.1", login: "Administrator", password: "a password" };
    await applyReport(world.api.deps, {
      orderId: order.id,
      status: "done",
      ...(order.kind === "create" && { machine }),
    });
    count(world, `late answers: ${order.kind}`);
  },
});

/** Makes the next machine orders of a kind fail. */
export const failNext = (kind: "create" | "resize"): ModelEvent => ({
  name: `fail-next ${kind}`,
  happen: async ({ api }) => {
    await api.db.insert(simulatedFaults).values({ id: api.deps.ids.id(), kind, count: 1 });
  },
});

export const testServerDecision = (approved: boolean): ModelEvent => ({
  name: `test-server-decision: ${approved}`,
  happen: async (world) => {
    const [request] = await world.api.db
      .select()
      .from(testServerRequests)
      .where(eq(testServerRequests.status, "underReview"));
    if (!request) return;
    const decision = approved ? { approved } : { approved, reason: "no" };
    await operate(world, "test server", (tx) => decideTestServer(world.api.deps, tx, request.id, decision));
  },
});

/**
 * Changes the terms of the partner program. The percentages stay the same, so that the invariants need no history of
 * them.
 */
export const clearingDays = (days: number): ModelEvent => ({
  name: `clearing-days ${days}`,
  happen: async ({ api }) => {
    const row = { percent1: 20, percent2: 5, percent3: 3, minWithdrawalCents: 100, clearingDays: days };
    await api.db.insert(partnerTerms).values(row).onConflictDoUpdate({ target: partnerTerms.id, set: row });
  },
});
