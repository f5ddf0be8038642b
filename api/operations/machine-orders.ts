import { and, eq, inArray } from "drizzle-orm";
import * as z from "zod/mini";
import { machineOrders } from "#api/db/schema/machine-orders";
import { users } from "#api/db/schema/users";
import { servers } from "#api/db/schema/vps";
import { answer } from "#api/lib/answer";
import { ApiError } from "#api/lib/api-error";
import { triesOf } from "#api/modules/vps/order/tries";
import { dismissOrder, retryOrder } from "#api/modules/vps/server/admin-servers";
import { reason } from "./fields";
import { listPage, pageInput, withPages } from "./list-page";
import type { CommandGroup } from "./operation";

type Order = Pick<
  typeof machineOrders.$inferSelect,
  "id" | "serverId" | "kind" | "status" | "acceptedAt" | "attempts" | "error"
>;

/** Returns an order as the list of orders in progress has it. */
const rowOf = ({ id, serverId, kind, status, acceptedAt, attempts, error }: Order) => ({
  order: id,
  server: serverId,
  kind,
  status,
  since: acceptedAt,
  tries: attempts,
  error,
});

/** Returns a try of an order, with why it failed. */
export const tryRow = ({ finishedAt, ...order }: typeof machineOrders.$inferSelect) => {
  const { error, server: _, kind: __, ...row } = rowOf(order);
  return { ...row, finished: finishedAt, error };
};

/** Commands for orders to the machines that are not finished, or have failed. */
export const orderOperations: CommandGroup = (area, operation) => {
  operation(
    area.command("retry <order>").description("retry a failed order"),
    z.object({ order: z.string() }),
    async ({ order }, { deps, tx }) => answer("orderSentAgain", { id: await retryOrder(deps, tx, order) }),
    { isForDeletedToo: true },
  );

  operation(
    area
      .command("dismiss <order>")
      .description("close a failed order without another try; the server stays as it is")
      .requiredOption("--reason <text>", "why, for colleagues"),
    z.object({ order: z.string(), reason }),
    async ({ order }, { deps, tx }) => {
      await dismissOrder(deps, tx, order);
      return answer("orderDismissed", { id: order });
    },
    { isForDeletedToo: true },
  );

  operation(
    withPages(
      area
        .command("orders [order]")
        .description("list orders in progress, oldest first; of one order, its tries and why they failed"),
    ),
    z.object({ order: z.optional(z.string()), ...pageInput }),
    async ({ order: id, ...page }, { tx }) => {
      if (id !== undefined) {
        const tries = await triesOf(tx, id);
        if (tries.length === 0) throw new ApiError(404, "notFound");
        return tries.map(tryRow);
      }
      return listPage(page, {
        columns: [machineOrders.acceptedAt, machineOrders.id],
        read: ({ condition, order, limit, place }) =>
          tx
            .select({ order: machineOrders, client: users.email, place })
            .from(machineOrders)
            .innerJoin(servers, eq(servers.id, machineOrders.serverId))
            .innerJoin(users, eq(users.id, servers.userId))
            .where(and(inArray(machineOrders.status, ["accepted", "running"]), condition))
            .orderBy(...order)
            .limit(limit),
        row: ({ order: one, client }) => ({ ...rowOf(one), client }),
      });
    },
    { isRead: true },
  );
};
