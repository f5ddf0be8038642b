import { and, asc, eq } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { machineOrders } from "#api/db/schema/machine-orders";
import type { Tx } from "#api/db/transaction";

type Order = typeof machineOrders.$inferSelect;

/**
 * Returns an order with those that were sent before it and again after it for the same purpose, the first one on top;
 * none if there is no such order.
 */
export async function triesOf(db: Database | Tx, orderId: string): Promise<Order[]> {
  const [order] = await db.select().from(machineOrders).where(eq(machineOrders.id, orderId));
  if (!order) return [];
  const { serverId, kind } = order;
  const alike = await db
    .select()
    .from(machineOrders)
    .where(and(eq(machineOrders.serverId, serverId), eq(machineOrders.kind, kind)))
    .orderBy(asc(machineOrders.acceptedAt), asc(machineOrders.id));
  const tries = [order];
  const before = ({ id }: Order) => alike.find(({ replacedBy }) => replacedBy === id);
  const after = ({ replacedBy }: Order) => alike.find(({ id }) => id === replacedBy);
  for (let one = before(order); one; one = before(one)) tries.unshift(one);
  for (let one = after(order); one; one = after(one)) tries.push(one);
  return tries;
}
