import { and, eq, sql } from "drizzle-orm";
import { machineOrders } from "#api/db/schema/machine-orders";
import { rates, servers, upgrades } from "#api/db/schema/vps";
import type { Deps } from "#api/deps";
import type { MachineOrder } from "#api/integrations/provisioner/provisioner";
import type { Job } from "#api/queue/job";
import { job } from "#api/queue/job";
import { applyReport } from "./apply-report";
import type { OrderJob } from "./follow-order";
import { followOrder, later, orderJob } from "./follow-order";
import { submitting } from "./orders";

/**
 * Attempts to submit an order. The pauses between them double from five seconds on, about three quarters of an hour
 * in total.
 */
export const maxSubmitAttempts = 10;
const pauseSeconds = (attempt: number) => 5 * 2 ** Math.min(attempt - 1, 8);

/**
 * Submits an order to the provisioner, with retries; an order that cannot be submitted fails and is left to the
 * operator.
 */
export const submitOrder: Job<OrderJob> = job(
  submitting.name,
  orderJob,
  async ({ orderId }, deps) => {
    const order = await countAttempt(deps, orderId);
    if (!order) return;
    const { attempts } = order;
    try {
      await deps.provisioner.submit(await describe(deps, order));
    } catch (error) {
      deps.log.warn({ err: error, orderId, attempts }, "the provisioner did not take an order");
      if (attempts >= maxSubmitAttempts) {
        await applyReport(deps, {
          orderId,
          status: "failed",
          reason: `not taken: ${error instanceof Error ? error.message : error}`,
        });
        return;
      }
      await later(deps, submitOrder, orderId, pauseSeconds(attempts));
      return;
    }
    await applyReport(deps, { orderId, status: "running" });
    const { retrySeconds } = deps.provisioner;
    if (retrySeconds === null) return;
    await later(deps, followOrder, orderId, retrySeconds);
  },
  submitting,
);

type Order = typeof machineOrders.$inferSelect;

/** Counts an attempt; returns null if the order was already submitted, on a repeat of the job. */
async function countAttempt(deps: Deps, orderId: string): Promise<Order | null> {
  const [order] = await deps.db
    .update(machineOrders)
    .set({ attempts: sql`${machineOrders.attempts} + 1` })
    .where(and(eq(machineOrders.id, orderId), eq(machineOrders.status, "accepted")))
    .returning();
  return order ?? null;
}

async function describe({ db }: Deps, order: Order): Promise<MachineOrder> {
  const [row] = await db
    .select({ operatingSystem: servers.operatingSystem, rate: rates })
    .from(servers)
    .leftJoin(upgrades, eq(upgrades.id, order.upgradeId ?? ""))
    .innerJoin(rates, eq(rates.id, sql`coalesce(${upgrades.toRateId}, ${servers.rateId})`))
    .where(eq(servers.id, order.serverId));
  if (!row) throw new Error(`order ${order.id} has no server`);
  const { id, processor, memoryMb, diskGb, trafficGb } = row.rate;
  return {
    id: order.id,
    kind: order.kind,
    serverId: order.serverId,
    operatingSystem: order.operatingSystem ?? row.operatingSystem,
    rate: { id, processor, memoryMb, diskGb, trafficGb },
    ...(order.snapshot !== null && { snapshot: order.snapshot }),
  };
}
