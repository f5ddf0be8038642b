import { and, eq, isNull, lt, ne, or } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { allottedMachines, machineTasks } from "#api/db/schema/hypervisor";
import type { MachineOrder, MachineReport, Provisioner } from "#api/integrations/provisioner/provisioner";
import { setsPassword } from "#api/integrations/provisioner/provisioner";
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
const leaseMilliseconds = 60_000;
/** The service has given up older orders (`orderTimeoutHours`) and does not poll them any more. */
const timeoutMilliseconds = 60 * 60_000;

/**
 * A provisioner for a hypervisor. An order is a row that advances step by step whenever it is polled. Each step
 * checks the state before it acts, so it can be restarted at any time. A machine's id is assigned in our database
 * before any request that changes something at the hypervisor, so that a server can't get two machines.
 */
export function stepwiseProvisioner({ warn, ...inner }: Surroundings): Provisioner {
  const { db, clock, hypervisor, firstId } = inner;
  /** Runs a request about a server's machine. */
  const about =
    <T>(query: (allotted: Allotted) => Promise<T>) =>
    async (serverId: string): Promise<T> => {
      const known = await allotmentOf(db, serverId);
      if (!known || known.removedAt) throw new CannotBeDone("the server has no machine");
      return query(allottedOf(inner, known));
    };
  return {
    retrySeconds: 3,
    callbackSecret: null,
    health: () => hypervisor.health(),

    machines: async () => {
      const rows = await db.select().from(allottedMachines);
      return hypervisor.machines(new Map(rows.map((row) => [firstId + row.number, row])));
    },

    capacity: () => hypervisor.capacity(),
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
      const task = await leaseTask(inner, orderId);
      if (!task) return reportOf(inner, orderId);
      try {
        await advance(inner, task);
      } catch (error) {
        if (error instanceof CannotBeDone || hypervisor.isFinal(error))
          await end(db, orderId, "failed", error);
        else warn(error, `${hypervisor.name} did not do a step of an order`);
      } finally {
        await db.update(machineTasks).set({ leasedUntil: null }).where(eq(machineTasks.orderId, orderId));
      }
      return reportOf(inner, orderId);
    },
  };
}

type Inner = Omit<Surroundings, "warn">;

async function leaseTask({ db, clock }: Inner, orderId: string): Promise<Task | undefined> {
  const now = clock.now();
  const isFree = or(isNull(machineTasks.leasedUntil), lt(machineTasks.leasedUntil, now));
  const [task] = await db
    .update(machineTasks)
    .set({ leasedUntil: new Date(now.getTime() + leaseMilliseconds) })
    .where(and(eq(machineTasks.orderId, orderId), eq(machineTasks.status, "running"), isFree))
    .returning();
  return task;
}

const end = (db: Database, orderId: string, status: "done" | "failed", error?: unknown) =>
  db
    .update(machineTasks)
    .set({ status, upid: null, reason: error instanceof Error ? error.message : null })
    .where(and(eq(machineTasks.orderId, orderId), eq(machineTasks.status, "running")));

/** Executes steps until the hypervisor needs time, or all are done. */
async function advance(inner: Inner, task: Task): Promise<void> {
  const { db, hypervisor, addresses, clock } = inner;
  const order = task.order as MachineOrder;
  if (!(await isFirst(inner, task))) return;
  if (task.upid && !(await hypervisor.isOver(task.upid))) return;
  const allotment =
    order.kind === "create"
      ? await allot(db, { serverId: order.serverId, now: clock.now(), hypervisor, addresses })
      : await allotmentOf(db, order.serverId);
  // never set up: there is nothing to stop or to remove
  if (!allotment && (order.kind === "remove" || order.kind === "block")) {
    await end(db, task.orderId, "done");
    return;
  }
  if (!allotment || (allotment.removedAt && order.kind !== "remove"))
    throw new CannotBeDone("the server has no machine");
  // an order that sets a new password uses it immediately; later orders find it in the database
  const passwordOrder =
    order.kind !== "create" && setsPassword(order.kind) ? order.id : allotment.passwordOrder;
  const allotted = allottedOf(inner, { ...allotment, passwordOrder });
  const list = hypervisor.steps[order.kind];
  if (!list) throw new CannotBeDone(`${hypervisor.name} does not do that`);
  for (let step = task.upid ? task.step + 1 : task.step; step < list.length; step++) {
    const upid = (await list[step]?.({ order, allotted })) ?? null;
    await db.update(machineTasks).set({ step, upid }).where(eq(machineTasks.orderId, task.orderId));
    if (upid && !(await hypervisor.isOver(upid))) return;
  }
  const change = order.kind === "remove" ? { removedAt: clock.now() } : { passwordOrder };
  if (order.kind === "remove" || passwordOrder !== allotment.passwordOrder)
    await db.update(allottedMachines).set(change).where(eq(allottedMachines.serverId, order.serverId));
  await end(db, task.orderId, "done");
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
  const otherTasks = await db
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
  for (const other of otherTasks.filter(isEarlier)) {
    if (clock.now().getTime() - other.createdAt.getTime() < timeoutMilliseconds) return false;
    if (other.upid && !(await hasEnded(hypervisor, other.upid))) return false;
    await end(db, other.orderId, "failed", new Error("given up for a later order"));
  }
  return true;
}

/** Returns whether it is over, whatever the result. */
const hasEnded = (hypervisor: Hypervisor, begun: string) =>
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
  if (status !== "done" || !setsPassword((task.order as MachineOrder).kind)) return about;
  const known = await allotmentOf(db, serverId);
  if (!known) return { orderId, status: "failed", reason: "the server has no machine" };
  const { address, password, node } = allottedOf(inner, known);
  return { ...about, machine: { ip: address, login, password, node } };
}
