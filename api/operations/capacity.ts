import { count, ne } from "drizzle-orm";
import * as z from "zod/mini";
import { servers } from "#api/db/schema/vps";
import type { Deps } from "#api/deps";
import type { NodeCapacity } from "#api/integrations/provisioner/provisioner";
import { sleep } from "#api/lib/sleep";
import type { CommandGroup } from "./operation";

/** Longer answers of the hypervisor count as none, because a page of the console waits for them. */
const timeoutMs = 5_000;

type Answer = { nodes: readonly NodeCapacity[]; hasAnswered: boolean };

/** Asks the hypervisor what its nodes have free. One that can't tell, or does not answer, has no nodes. */
async function askHypervisor({ provisioner, log }: Deps): Promise<Answer> {
  if (!provisioner.capacity) return { nodes: [], hasAnswered: true };
  const timer = new AbortController();
  const answer = provisioner.capacity().then(
    (nodes): Answer => ({ nodes, hasAnswered: true }),
    (error: unknown): Answer => {
      log.warn({ err: error }, "the hypervisor did not tell its capacity");
      return { nodes: [], hasAnswered: false };
    },
  );
  const late = sleep(timeoutMs, timer.signal).then((): Answer => ({ nodes: [], hasAnswered: false }));
  try {
    return await Promise.race([answer, late]);
  } finally {
    timer.abort();
  }
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
        const { nodes, hasAnswered } = await askHypervisor(deps);
        const byName = new Map(nodes.map((node) => [node.node, node]));
        const names = [...new Set([...byName.keys(), ...counted.flatMap(({ node }) => node ?? [])])].sort();
        const withoutNode = counted.some(({ node }) => node === null) ? [null] : [];
        return [...names, ...withoutNode].map((name) => {
          const known = name === null ? undefined : byName.get(name);
          const state = known
            ? known.isOnline
              ? "online"
              : "offline"
            : hasAnswered
              ? "unknown"
              : "noAnswer";
          return {
            node: name ?? "unknown",
            state,
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
