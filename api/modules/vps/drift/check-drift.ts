import { and, eq, inArray, isNull, lt, ne, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { driftKinds } from "#api/db/schema/hypervisor";
import { machineDrifts } from "#api/db/schema/hypervisor";
import { machineOrders } from "#api/db/schema/machine-orders";
import { servers } from "#api/db/schema/vps";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import type { Machine } from "#api/integrations/provisioner/provisioner";
import { hasOpenOrder, orderMachine } from "#api/modules/vps/order/orders";
import { lockServer } from "#api/modules/vps/server/own-server";
import { job } from "#api/queue/job";

type Drift = { kind: (typeof driftKinds)[number]; about: string };
type StableServer = Pick<typeof servers.$inferSelect, "id" | "status" | "ip">;

/** Changes within this time may not have reached the hypervisor yet. */
const stableMinutes = 90;

/**
 * Compares machines with servers, once a day, and stores the machines' nodes. The machine of an unpaid server is
 * ordered again to stop or to be removed; differences without a rule are listed for an operator. Idempotent.
 */
export const checkDrift = job(
  "vps.check-drift",
  z.object({}),
  async (_input, deps) => {
    const { machines: list } = deps.provisioner;
    if (!list) return;
    // read before the machines, so that a server set up in the meantime causes no false difference
    const known = await stableServers(deps);
    const machines = await list();
    await recordNodes(deps, machines);
    await apply(deps, known, machines);
  },
  { lane: "slow" },
);

/** Stores where the machines are, because an operator may have moved some. */
async function recordNodes({ db }: Deps, machines: readonly Machine[]): Promise<void> {
  const located = machines.filter(({ serverId, node }) => serverId !== null && node !== null);
  const ids = located.map(({ serverId }) => serverId);
  const nodes = located.map(({ node }) => node);
  await db.execute(sql`
    update servers set node = located.node
    from unnest(${sql.param(ids)}::text[], ${sql.param(nodes)}::text[]) as located(id, node)
    where servers.id = located.id and servers.node is distinct from located.node`);
}

/** Returns the servers without orders or changes in progress. */
function stableServers({ db, clock }: Deps): Promise<StableServer[]> {
  const since = new Date(clock.now().getTime() - stableMinutes * 60_000);
  const isMoving = db
    .select({ id: machineOrders.id })
    .from(machineOrders)
    .where(
      and(eq(machineOrders.serverId, servers.id), inArray(machineOrders.status, ["accepted", "running"])),
    );
  return db
    .select({ id: servers.id, status: servers.status, ip: servers.ip })
    .from(servers)
    .where(and(lt(servers.issuedAt, since), sql`not exists ${isMoving}`));
}

async function apply(
  deps: Deps,
  stable: readonly StableServer[],
  machines: readonly Machine[],
): Promise<void> {
  const byId = new Map(stable.map((server) => [server.id, server]));
  const there = new Set(machines.map(({ serverId }) => serverId));
  const unpaid: string[] = [];
  const drifts: Drift[] = [];
  for (const { name, serverId, isRunning } of machines) {
    if (serverId === null || !(await isServer(deps, serverId)))
      drifts.push({ kind: "unknownMachine", about: name });
    const server = serverId === null ? undefined : byId.get(serverId);
    const isOver = server?.status === "revoked" || (server?.status === "blocked" && isRunning);
    if (server && isOver) {
      drifts.push({ kind: "runningUnpaid", about: server.id });
      unpaid.push(server.id);
    }
  }
  for (const { id, status, ip } of stable)
    if (ip !== null && status !== "revoked" && !there.has(id))
      drifts.push({ kind: "missingMachine", about: id });
  for (const serverId of unpaid) await stopAgain(deps, serverId);
  await write(deps, drifts);
}

const isServer = async ({ db }: Deps, id: string) => (await db.$count(servers, eq(servers.id, id))) > 0;

/**
 * Orders the machine to stop or be removed again. Checks under the server's lock, because it may have been paid or
 * ordered since.
 */
async function stopAgain(deps: Deps, serverId: string): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const server = await lockServer(tx, serverId);
    if (!server || (await hasOpenOrder(tx, serverId))) return;
    if (server.status === "blocked") await orderMachine(deps, tx, { serverId, kind: "block" });
    if (server.status === "revoked") await orderMachine(deps, tx, { serverId, kind: "remove" });
  });
}

/** Lists new differences and settles those that are gone. */
async function write(deps: Deps, drifts: readonly Drift[]): Promise<void> {
  const now = deps.clock.now();
  await transaction(deps.db, async (tx) => {
    // servers revoked because of a wrong clock can't be detected from the machines
    const isOfMachines = and(isNull(machineDrifts.settledAt), ne(machineDrifts.kind, "revokedPaid"));
    const open = await tx.select().from(machineDrifts).where(isOfMachines);
    const still = new Set(drifts.map(({ kind, about }) => `${kind}:${about}`));
    const resolvedIds = open.filter(({ kind, about }) => !still.has(`${kind}:${about}`)).map(({ id }) => id);
    if (resolvedIds.length > 0)
      await tx
        .update(machineDrifts)
        .set({ settledAt: now, settlement: "gone by itself" })
        .where(inArray(machineDrifts.id, resolvedIds));
    for (const drift of drifts) {
      await tx
        .insert(machineDrifts)
        .values({ id: deps.ids.id(), ...drift, seenAt: now })
        .onConflictDoNothing();
    }
  });
  if (drifts.length > 0) deps.log.warn({ drifts: drifts.length }, "machines and servers differ");
}
