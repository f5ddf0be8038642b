import { and, eq, isNull, lt, ne, or } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { proxmoxMachines, proxmoxTasks } from "#api/db/schema/hypervisor";
import { Refused } from "#api/outside/ask-json";
import type { MachineOrder, MachineReport, Provisioner } from "#api/outside/provisioner/provisioner";
import { passwordOf } from "#api/outside/provisioner/simulated";
import type { Clock } from "#api/values/clock";
import { allot, allotmentOf } from "./allot";
import type { ProxmoxClient } from "./client";
import { proxmoxClient } from "./client";
import type { ProxmoxSettings } from "./settings";
import type { Allotted } from "./steps";
import { CannotBeDone, login, nameOf, steps } from "./steps";

type Surroundings = {
  db: Database;
  clock: Clock;
  secret: string;
  settings: ProxmoxSettings;
  warn: (error: unknown, message: string) => void;
};
type Task = typeof proxmoxTasks.$inferSelect;

/** Who works on an order has it for so long; should that process die, another goes on then. */
const heldMilliseconds = 60_000;
/** An order that is older has been given up by the service (`orderPatienceHours`), and nobody asks for it any more. */
const patienceMilliseconds = 60 * 60_000;

/** What Proxmox refuses for good; it answers much that passes, such as a lock, by 500. */
const isFinal = (error: unknown): boolean =>
  error instanceof CannotBeDone || (error instanceof Refused && [400, 403, 501].includes(error.status));

/**
 * Proxmox VE: a machine is a clone of a template, its values come in by cloud-init. An order is a row that moves on step by step whenever it is
 * asked about; each step looks before it acts, so that it may be begun anew at any time. A machine's id is allotted in our own books
 * before anything is asked there: two of one server can't be made.
 */
export function proxmoxProvisioner({ db, clock, secret, settings, warn }: Surroundings): Provisioner {
  const client = proxmoxClient(settings);
  const surroundings = { db, clock, secret, settings, client };
  return {
    askAgainSeconds: 3,
    callbackSecret: null,
    health: async () => `Proxmox VE ${await client.version()}`,

    machines: async () => {
      const known = new Map((await db.select().from(proxmoxMachines)).map((row) => [row.number, row]));
      return (await client.machines())
        .filter(({ vmid, template }) => vmid >= settings.firstId && !template)
        .map(({ vmid, name, status }) => ({
          name: name ?? String(vmid),
          serverId: name === nameOf(vmid) ? (known.get(vmid - settings.firstId)?.serverId ?? null) : null,
          isRunning: status === "running",
        }));
    },

    submit: async (order) => {
      const { id: orderId, serverId } = order;
      const row = { orderId, serverId, order, status: "running" as const, createdAt: clock.now() };
      await db.insert(proxmoxTasks).values(row).onConflictDoNothing();
    },

    check: async (orderId) => {
      const held = await hold(surroundings, orderId);
      if (!held) return reportOf(surroundings, orderId);
      try {
        await advance(surroundings, held);
      } catch (error) {
        if (isFinal(error)) await end(db, orderId, "failed", error);
        else warn(error, "Proxmox did not do a step of an order");
      } finally {
        await db.update(proxmoxTasks).set({ heldUntil: null }).where(eq(proxmoxTasks.orderId, orderId));
      }
      return reportOf(surroundings, orderId);
    },
  };
}

type Inner = Omit<Surroundings, "warn"> & { client: ProxmoxClient };

async function hold({ db, clock }: Inner, orderId: string): Promise<Task | undefined> {
  const now = clock.now();
  const isFree = or(isNull(proxmoxTasks.heldUntil), lt(proxmoxTasks.heldUntil, now));
  const [held] = await db
    .update(proxmoxTasks)
    .set({ heldUntil: new Date(now.getTime() + heldMilliseconds) })
    .where(and(eq(proxmoxTasks.orderId, orderId), eq(proxmoxTasks.status, "running"), isFree))
    .returning();
  return held;
}

const end = (db: Database, orderId: string, status: "done" | "failed", error?: unknown) =>
  db
    .update(proxmoxTasks)
    .set({ status, upid: null, reason: error instanceof Error ? error.message : null })
    .where(and(eq(proxmoxTasks.orderId, orderId), eq(proxmoxTasks.status, "running")));

/** Goes on until Proxmox has to be waited for, or all is done. */
async function advance(inner: Inner, held: Task): Promise<void> {
  const { db, client, settings, secret, clock } = inner;
  const order = held.order as MachineOrder;
  if (!(await isFirst(inner, held))) return;
  if (held.upid && !(await isOver(client, held.upid))) return;
  const known =
    order.kind === "create"
      ? await allot(db, { serverId: order.serverId, now: clock.now(), client, settings })
      : await allotmentOf(db, order.serverId);
  // never set up: there is nothing to stop or to remove
  if (!known && (order.kind === "remove" || order.kind === "block")) {
    await end(db, held.orderId, "done");
    return;
  }
  if (!known || (known.removedAt && order.kind !== "remove"))
    throw new CannotBeDone("the server has no machine");
  const allotted = allottedOf(inner, known);
  const list = steps[order.kind];
  for (let step = held.upid ? held.step + 1 : held.step; step < list.length; step++) {
    const upid = (await list[step]?.({ client, settings, order, allotted })) ?? null;
    await db.update(proxmoxTasks).set({ step, upid }).where(eq(proxmoxTasks.orderId, held.orderId));
    if (upid && !(await isOver(client, upid))) return;
  }
  if (order.kind === "remove")
    await db
      .update(proxmoxMachines)
      .set({ removedAt: clock.now() })
      .where(eq(proxmoxMachines.serverId, order.serverId));
  await end(db, held.orderId, "done");

  function allottedOf({ settings: { firstId } }: Inner, row: typeof known & object): Allotted {
    const vmid = firstId + row.number;
    return {
      vmid,
      node: row.node,
      address: row.address,
      password: passwordOf(secret, `${vmid}:${row.serverId}`),
    };
  }
}

/** Whether a task of Proxmox is over. @throws where it has failed. */
async function isOver(client: ProxmoxClient, upid: string): Promise<boolean> {
  const { status, exitstatus } = await client.task(upid);
  if (status === "running") return false;
  if (exitstatus !== "OK" && !exitstatus?.startsWith("WARNINGS"))
    throw new CannotBeDone(`Proxmox: ${(exitstatus ?? "no end").slice(0, 200)}`);
  return true;
}

/** Orders of one server wait for each other; one that was given up is waited for until Proxmox is done with its step. */
async function isFirst(
  { db, clock, client }: Inner,
  { orderId, serverId, createdAt }: Task,
): Promise<boolean> {
  const others = await db
    .select()
    .from(proxmoxTasks)
    .where(
      and(
        eq(proxmoxTasks.serverId, serverId),
        eq(proxmoxTasks.status, "running"),
        ne(proxmoxTasks.orderId, orderId),
      ),
    );
  const isEarlier = (other: Task) =>
    other.createdAt < createdAt || (other.createdAt <= createdAt && other.orderId < orderId);
  for (const other of others.filter(isEarlier)) {
    if (clock.now().getTime() - other.createdAt.getTime() < patienceMilliseconds) return false;
    if (other.upid && (await client.task(other.upid)).status === "running") return false;
    await end(db, other.orderId, "failed", new Error("given up for a later order"));
  }
  return true;
}

async function reportOf({ db, settings, secret }: Inner, orderId: string): Promise<MachineReport | null> {
  const [task] = await db.select().from(proxmoxTasks).where(eq(proxmoxTasks.orderId, orderId));
  if (!task) return null;
  const { status, reason, serverId } = task;
  const about = { orderId, status, ...(reason !== null && { reason }) };
  if (status !== "done" || (task.order as MachineOrder).kind !== "create") return about;
  const known = await allotmentOf(db, serverId);
  if (!known) return { orderId, status: "failed", reason: "the server has no machine" };
  const password = passwordOf(secret, `${settings.firstId + known.number}:${serverId}`);
  return { ...about, machine: { ip: known.address, login, password } };
}
