import { eq } from "drizzle-orm";
import * as z from "zod/mini";
import { machineOrders } from "#api/db/schema/machine-orders";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { enqueue } from "#api/queue/enqueue";
import type { Job } from "#api/queue/job";
import { job } from "#api/queue/job";
import { isOpenOrder } from "#contract/vps/status";
import { applyReport } from "./apply-report";

export const orderJob = z.object({ orderId: z.string() });
export type OrderJob = z.output<typeof orderJob>;

/** Enqueues a job about an order after a pause; only one job of each kind waits per order. */
export const later = (deps: Deps, nextJob: Job<OrderJob>, orderId: string, seconds: number): Promise<void> =>
  transaction(deps.db, (tx) =>
    enqueue(
      tx,
      nextJob,
      { orderId },
      { key: orderId, startAfter: new Date(deps.clock.now().getTime() + seconds * 1000) },
    ),
  );

/** Polls the provisioner for an order's status until it is final. */
export const followOrder: Job<OrderJob> = job("vps.follow-order", orderJob, async ({ orderId }, deps) => {
  const [order] = await deps.db.select().from(machineOrders).where(eq(machineOrders.id, orderId));
  if (!order || !isOpenOrder(order.status)) return;
  const report = await deps.provisioner.check(orderId);
  if (report && report.status !== "running") {
    await applyReport(deps, report);
    return;
  }
  await later(deps, followOrder, orderId, deps.provisioner.retrySeconds ?? 60);
});
