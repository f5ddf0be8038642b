import { and, eq, isNull, lt, ne, or } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { allottedMachines, machineTasks } from "#api/db/schema/hypervisor";
import type { MachineOrder, MachineReport, Provisioner } from "#api/integrations/provisioner/provisioner";
import { givesPassword } from "#api/integrations/provisioner/provisioner";
import { passwordOf } from "#api/integrations/provisioner/simulated";
import type { Clock } from "#api/lib/clock";
import type { AddressPool } from "#api/lib/environment/machines";
import { allot, allotmentOf } from "./allot";
import type { Allotment, Allotted, Hypervisor } from "./hypervisor";
import { CannotBeDone, login, nameOf } from "./hypervisor";

type Surroundings = {
  db: Database;
  clock: Clock;
  /** Machines' passwords are derived from it. */
  secret: string;
  hypervisor: Hypervisor;
  addresses: AddressPool;
  /** First id of our machines; machines with smaller ids are ignored. */
  firstId: number;
  warn: (error: unknown, message: string) => void;
};
type Task = typeof machineTasks.$inferSelect;

/** How long a process leases an order; if it dies, another continues after that. */
const heldMilliseconds = 60_000;
/** The service has given up older orders (`orderTimeoutHours`) and does not poll them any more. */
const patienceMilliseconds = 60 * 60_000;

/**
 * A provisioner for a hypervisor. An order is a row that advances step by step whenever it is polled. Each step
 * checks the state before it acts, so it can be restarted at any time. A machine's id is assigned in our database
 * before any request to the hypervisor, so that a server can't get two machines.
 */
export function stepwiseProvisioner({ warn, ...inner }: Surroundings): Provisioner {
  const { db, clock, hypervisor, firstId } = inner;
  /** Runs a request about a server's machine. */
  const about =
    <T>(ask: (allotted: Allotted) => Promise<T>) =>
    async (serverId: string): Promise<T> => {
      const known = await allotmentOf(db, serverId);
      if (!known || known.removedAt) throw new CannotBeDone("the server has no machine");
      return ask(allottedOf(inner, known));
    };
  return {
    retrySeconds: 3,
    callbackSecret: null,
    health: () => hypervisor.health(),

    machines: async () => {
      const rows = await db.select().from(allottedMachines);
      return hypervisor.machines(new Map(rows.map((row) => [firstId + row.number, row])));
    },

    snapshots: hypervisor.snapshots
      ? { limit: hypervisor.snapshots.limit, list: about(hypervisor.snapshots.list) }
      : null,
    console: hypervisor.console ? about(hypervisor.console) : null,

    submit: async (order) => {
      const { id: orderId, serverId } = order;
      const row = { orderId, serverId, order, status: "running" as const, createdAt: clock.now() };
      await db.insert(machineTasks).values(row).onConflictDoNothing();
    },

    check: async (orderId) => {
      const held = await hold(inner, orderId);
      if (!held) return reportOf(inner, orderId);
      try {
        await advance(inner, held);
      } catch (error) {
        if (error instanceof CannotBeDone || hypervisor.isFinal(error))
          await end(db, orderId, "failed", error);
        else warn(error, `${hypervisor.name} did not do a step of an order`);
      } finally {
        await db.update(machineTasks).set({ heldUntil: null }).where(eq(machineTasks.orderId, orderId));
      }
      return reportOf(inner, orderId);
    },
  };
}

type Inner = Omit<Surroundings, "warn">;

async function hold({ db, clock }: Inner, orderId: string): Promise<Task | undefined> {
  const now = clock.now();
  const isFree = or(isNull(machineTasks.heldUntil), lt(machineTasks.heldUntil, now));
  const [held] = await db
    .update(machineTasks)
    .set({ heldUntil: new Date(now.getTime() + heldMilliseconds) })
    .where(and(eq(machineTasks.orderId, orderId), eq(machineTasks.status, "running"), isFree))
    .returning();
  return held;
}

const end = (db: Database, orderId: string, status: "done" | "failed", error?: unknown) =>
  db
    .update(machineTasks)
    .set({ status, upid: null, reason: error instanceof Error ? error.message : null })
    .where(and(eq(machineTasks.orderId, orderId), eq(machineTasks.status, "running")));

/** Executes steps until the hypervisor needs time, or all are done. */
async function advance(inner: Inner, held: Task): Promise<void> {
  const { db, hypervisor, addresses, clock } = inner;
  const order = held.order as MachineOrder;
  if (!(await isFirst(inner, held))) return;
  if (held.upid && !(await hypervisor.isOver(held.upid))) return;
  const known =
    order.kind === "create"
      ? await allot(db, { serverId: order.serverId, now: clock.now(), hypervisor, addresses })
      : await allotmentOf(db, order.serverId);
  // never set up: there is nothing to stop or to remove
  if (!known && (order.kind === "remove" || order.kind === "block")) {
    await end(db, held.orderId, "done");
    return;
  }
  if (!known || (known.removedAt && order.kind !== "remove"))
    throw new CannotBeDone("the server has no machine");
  // an order that sets a new password uses it immediately; later orders find it in the database
  const passwordOrder = order.kind !== "create" && givesPassword(order.kind) ? order.id : known.passwordOrder;
  const allotted = allottedOf(inner, { ...known, passwordOrder });
  const list = hypervisor.steps[order.kind];
  if (!list) throw new CannotBeDone(`${hypervisor.name} does not do that`);
  for (let step = held.upid ? held.step + 1 : held.step; step < list.length; step++) {
    const upid = (await list[step]?.({ order, allotted })) ?? null;
    await db.update(machineTasks).set({ step, upid }).where(eq(machineTasks.orderId, held.orderId));
    if (upid && !(await hypervisor.isOver(upid))) return;
  }
  const change = order.kind === "remove" ? { removedAt: clock.now() } : { passwordOrder };
  if (order.kind === "remove" || passwordOrder !== known.passwordOrder)
    await db.update(allottedMachines).set(change).where(eq(allottedMachines.serverId, order.serverId));
  await end(db, held.orderId, "done");
}

function allottedOf({ firstId, secret }: Inner, known: Allotment): Allotted {
  const { number, serverId, node, address, passwordOrder } = known;
  const id = firstId + number;
  const password = passwordOf(secret, `${id}:${serverId}`, passwordOrder);
  return { serverId, id, name: nameOf(id), node, address, password };
}

/** Orders of one server run one after another; one that was given up still blocks until its current step is over. */
async function isFirst(
  { db, clock, hypervisor }: Inner,
  { orderId, serverId, createdAt }: Task,
): Promise<boolean> {
  const others = await db
    .select()
    .from(machineTasks)
    .where(
      and(
        eq(machineTasks.serverId, serverId),
        eq(machineTasks.status, "running"),
        ne(machineTasks.orderId, orderId),
      ),
    );
  const isEarlier = (other: Task) =>
    other.createdAt < createdAt || (other.createdAt <= createdAt && other.orderId < orderId);
  for (const other of others.filter(isEarlier)) {
    if (clock.now().getTime() - other.createdAt.getTime() < patienceMilliseconds) return false;
    if (other.upid && !(await isOverAnyhow(hypervisor, other.upid))) return false;
    await end(db, other.orderId, "failed", new Error("given up for a later order"));
  }
  return true;
}

/** Returns whether it is over, whatever the result. */
const isOverAnyhow = (hypervisor: Hypervisor, begun: string) =>
  hypervisor.isOver(begun).catch((error: unknown) => {
    if (error instanceof CannotBeDone) return true;
    throw error;
  });

async function reportOf(inner: Inner, orderId: string): Promise<MachineReport | null> {
  const { db } = inner;
  const [task] = await db.select().from(machineTasks).where(eq(machineTasks.orderId, orderId));
  if (!task) return null;
  const { status, reason, serverId } = task;
  const about = { orderId, status, ...(reason !== null && { reason }) };
  if (status !== "done" || !givesPassword((task.order as MachineOrder).kind)) return about;
  const known = await allotmentOf(db, serverId);
  if (!known) return { orderId, status: "failed", reason: "the server has no machine" };
  const { address, password } = allottedOf(inner, known);
  return { ...about, machine: { ip: address, login, password } };
}
