import { count, ne } from "drizzle-orm";
import * as z from "zod/mini";
import { servers } from "#api/db/schema/vps";
import type { Deps } from "#api/deps";
import type { NodeCapacity } from "#api/integrations/provisioner/provisioner";
import { withTimeout } from "#api/lib/timeout";
import type { CommandGroup } from "./operation";

/** Returns what the nodes have free; null if the hypervisor does not answer in time. One that can't tell has no nodes. */
async function askHypervisor({ provisioner, log }: Deps): Promise<readonly NodeCapacity[] | null> {
  if (!provisioner.capacity) return [];
  const away = (error: unknown) => {
    log.warn({ err: error }, "the hypervisor did not tell its capacity");
    return null;
  };
  const nodes = await withTimeout(provisioner.capacity(), away).catch(away);
  return nodes === "later" ? null : nodes;
}

const room = (room: { free: number; total: number } | null | undefined) =>
  room ? `${room.free} / ${room.total}` : "unknown";

/** Commands for what the nodes of the hypervisor have free. */
export const capacityCommands: CommandGroup = (program, operation) => {
  const area = program.command("capacity").description("nodes of the hypervisor");
  operation(
    area.command("show").description("show each node's servers, and what the hypervisor reports as free"),
    z.object({}),
    async (_, { deps, tx }) => {
      const counted = await tx
        .select({ node: servers.node, count: count() })
        .from(servers)
        .where(ne(servers.status, "revoked"))
        .groupBy(servers.node);
      return async () => {
        const nodes = await askHypervisor(deps);
        const byName = new Map(nodes?.map((node) => [node.node, node]));
        const names = [...new Set([...byName.keys(), ...counted.flatMap(({ node }) => node ?? [])])].sort();
        const withoutNode = counted.some(({ node }) => node === null) ? [null] : [];
        return [...names, ...withoutNode].map((name) => {
          const known = name === null ? undefined : byName.get(name);
          return {
            node: name ?? "unknown",
            state: known ? (known.isOnline ? "online" : "offline") : nodes ? "unknown" : "noAnswer",
            servers: counted.find(({ node }) => node === name)?.count ?? 0,
            processor: known?.processors ?? "unknown",
            freeMemoryMb: room(known?.memoryMb),
            freeDiskGb: room(known?.diskGb),
          };
        });
      };
    },
    { isRead: true },
  );
};
