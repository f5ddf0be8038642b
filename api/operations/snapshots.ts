import { and, desc, eq } from "drizzle-orm";
import * as z from "zod/mini";
import { machineOrders } from "#api/db/schema/machine-orders";
import { snapshotKinds } from "#api/integrations/provisioner/provisioner";
import { answer, OperatorError } from "#api/lib/answer";
import { ApiError } from "#api/lib/api-error";
import { abilityOf, isAboutSnapshot, orderAboutSnapshot } from "#api/modules/vps/order/snapshots";
import { lockServer } from "#api/modules/vps/server/own-server";
import { snapshotName } from "#contract/vps/index";
import type { CommandGroup } from "./operation";
import { serverText } from "./server-name";

const serverId = z.object({ id: z.string() });
const named = z.object({ id: z.string(), name: snapshotName });
const listed = 10;

const commands = {
  takeSnapshot: ["snapshot", "create a snapshot of disk and settings"],
  rollBack: ["rollback", "restore a snapshot; later changes are lost"],
  dropSnapshot: ["drop-snapshot", "delete a snapshot"],
} as const;

/** Commands for snapshots of machines and their console, if the hypervisor supports them. */
export const snapshotOperations: CommandGroup = (area, operation) => {
  operation(
    area.command("snapshots <id>").description("list a server's snapshots and recent orders"),
    serverId,
    async ({ id }, { deps, tx }) => {
      const ability = abilityOf(deps);
      const orders = await tx
        .select()
        .from(machineOrders)
        .where(and(eq(machineOrders.serverId, id), isAboutSnapshot))
        .orderBy(desc(machineOrders.acceptedAt))
        .limit(listed);
      return async () => [
        ...(await ability.list(id)).map(({ name, takenAt }) => ({
          snapshot: name,
          at: takenAt,
          kind: null,
          status: "there",
          reason: null,
        })),
        ...orders.map(({ kind, snapshot, acceptedAt, status, error }) => ({
          snapshot,
          at: acceptedAt,
          kind,
          status,
          reason: error,
        })),
      ];
    },
    { isRead: true },
  );

  for (const action of snapshotKinds) {
    const [command, description] = commands[action];
    operation(
      area.command(`${command} <id> <name>`).description(description),
      named,
      async ({ id, name }, { deps, tx }) => {
        const server = await lockServer(tx, id);
        if (!server) throw new ApiError(404, "notFound");
        const wish = { action, snapshot: name };
        // the hypervisor itself rejects impossible requests
        const order = await orderAboutSnapshot(deps, tx, { server, wish, there: null });
        return answer("snapshotOrdered", { order: order.id, id, server: serverText(server) });
      },
      ({ id, name }) => `${description} (${name} of server ${id}). Go on?`,
    );
  }

  operation(
    area.command("console <id>").description("get a one-time console link"),
    serverId,
    async ({ id }, { deps }) =>
      async () => {
        const open = deps.provisioner.console;
        if (!open) throw new OperatorError("noConsole");
        const { url, password } = await open(id);
        return answer("consoleTicket", { url, password });
      },
  );
};
