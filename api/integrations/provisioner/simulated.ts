import { createHash, createHmac } from "node:crypto";
import { and, desc, eq, gt, isNull, or, sql } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { simulatedFaults, simulatedMachines, simulatedTasks } from "#api/db/schema/hypervisor";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import { answer } from "#api/lib/answer";
import type { Clock } from "#api/lib/clock";
import { controlMinutes } from "#contract/rules";
import type { MachineOrder, MachineReport, Provisioner } from "./provisioner";
import { setsPassword, snapshotKinds } from "./provisioner";
import { applyToSnapshot, dropAll, simulatedAbility } from "./simulated-snapshots";

type Surroundings = {
  db: Database;
  clock: Clock;
  secret: string;
  /**
   * Duration of every task; by default a machine is set up in seconds and other tasks take the usual 1 to 2 minutes.
   */
  seconds?: number;
};

type Task = typeof simulatedTasks.$inferSelect;

const setUpSeconds = 5;

/** Returns 60 to 120, always the same for one order. */
function usualSeconds(orderId: string): number {
  const { min, max } = controlMinutes;
  const chance = createHash("sha256").update(orderId).digest().readUInt16BE() / 0xffff;
  return Math.round(60 * (min + chance * (max - min)));
}

/** Returns an address of the benchmarking network 198.18.0.0/15 (RFC 2544), which is not routed. */
export const addressOf = (number: number) =>
  `198.${18 + ((number >> 16) & 1)}.${(number >> 8) & 255}.${number & 255}`;

/** Names of the simulated nodes; machines alternate between them. */
export const simulatedNodes = ["node-1", "node-2"] as const;
const nodeOf = (number: number): string => simulatedNodes[(number - 1) % simulatedNodes.length] as string;

/** Derives a machine's password from the secret and the order that set it; no password is stored. */
export function passwordOf(secret: string, machineId: string, orderId: string | null = null): string {
  const about = ["machine", machineId, ...(orderId === null ? [] : [orderId])].join(":");
  return `${createHmac("sha256", secret).update(about).digest("base64url").slice(0, 14)}-7aZ`;
}

/**
 * A hypervisor without machines: it stores their states in the database, takes realistic time, and can be set to
 * fail.
 */
export function simulatedProvisioner({ db, clock, secret, seconds }: Surroundings): Provisioner {
  const durationOf = (order: MachineOrder) =>
    seconds ?? (order.kind === "create" ? setUpSeconds : usualSeconds(order.id));

  async function report(tx: Tx, task: Task): Promise<MachineReport> {
    const { orderId } = task;
    if (clock.now() < task.doneAt) return { orderId, status: "running" };
    if (!task.isApplied) {
      const reason = task.willFail ? "the simulated hypervisor was told to fail" : await apply(tx, task);
      Object.assign(task, { isApplied: true, willFail: reason !== null, reason });
      await tx.update(simulatedTasks).set(task).where(eq(simulatedTasks.orderId, orderId));
    }
    if (task.willFail) return { orderId, status: "failed", reason: task.reason ?? "it failed" };
    if (!setsPassword(task.kind)) return { orderId, status: "done" };
    const [machine] = await tx
      .select()
      .from(simulatedMachines)
      .where(eq(simulatedMachines.id, task.machineId));
    if (!machine) return { orderId, status: "failed", reason: "there is no such machine" };
    return {
      orderId,
      status: "done",
      machine: {
        ip: addressOf(machine.number),
        node: nodeOf(machine.number),
        login: machine.login,
        password: passwordOf(secret, machine.id, machine.passwordOrder),
      },
    };
  }

  /** Applies a task; returns why it can't be done, or null. */
  async function apply(tx: Tx, task: Task): Promise<string | null> {
    const { machineId, snapshot } = task;
    const kind = snapshotKinds.find((one) => one === task.kind);
    if (kind) return applyToSnapshot(tx, clock, { machineId, kind, snapshot: snapshot ?? "" });
    if (task.kind === "create") {
      const machine = { id: task.machineId, login: "Administrator", rateId: task.rateId, isOn: true };
      await tx.insert(simulatedMachines).values(machine).onConflictDoNothing();
      return null;
    }
    if (task.kind === "remove" || task.kind === "reinstall") await dropAll(tx, task.machineId);
    const renewed = { passwordOrder: task.orderId, isOn: true };
    const changes: Record<string, Partial<typeof simulatedMachines.$inferInsert>> = {
      turnOn: { isOn: true },
      turnOff: { isOn: false },
      restart: { isOn: true },
      resize: { rateId: task.rateId, isOn: true },
      block: { isBlocked: true, isOn: false },
      unblock: { isBlocked: false, isOn: true },
      remove: { removedAt: clock.now(), isOn: false },
      reinstall: renewed,
      resetPassword: renewed,
    };
    const change = changes[task.kind];
    if (change)
      await tx.update(simulatedMachines).set(change).where(eq(simulatedMachines.id, task.machineId));
    return null;
  }

  return {
    retrySeconds: seconds === undefined ? 3 : 1,
    snapshots: simulatedAbility(db),
    console: null,
    callbackSecret: null,
    health: async () => answer("machinesSimulated"),
    machines: async () =>
      (await db.select().from(simulatedMachines).where(isNull(simulatedMachines.removedAt))).map(
        ({ id, isOn, number }) => ({ name: id, serverId: id, isRunning: isOn, node: nodeOf(number) }),
      ),

    // it has no hardware: the nodes take any number of machines
    capacity: async () =>
      simulatedNodes.map((node) => ({
        node,
        isOnline: true,
        processors: null,
        memoryMb: null,
        diskGb: null,
      })),

    submit: (order) =>
      transaction(db, async (tx) => {
        const inserted = await tx
          .insert(simulatedTasks)
          .values({
            orderId: order.id,
            machineId: order.serverId,
            kind: order.kind,
            rateId: order.rate.id,
            snapshot: order.snapshot ?? null,
            doneAt: new Date(clock.now().getTime() + durationOf(order) * 1000),
            willFail: false,
          })
          .onConflictDoNothing()
          .returning({ orderId: simulatedTasks.orderId });
        if (inserted.length > 0 && (await takeFault(tx, order))) {
          await tx.update(simulatedTasks).set({ willFail: true }).where(eq(simulatedTasks.orderId, order.id));
        }
      }),

    check: (orderId) =>
      transaction(db, async (tx) => {
        const [task] = await tx
          .select()
          .from(simulatedTasks)
          .where(eq(simulatedTasks.orderId, orderId))
          .for("update");
        return task ? report(tx, task) : null;
      }),
  };
}

/** Consumes a planned failure for this machine, or for any. */
async function takeFault(tx: Tx, order: MachineOrder): Promise<boolean> {
  const [fault] = await tx
    .select()
    .from(simulatedFaults)
    .where(
      and(
        or(eq(simulatedFaults.machineId, order.serverId), isNull(simulatedFaults.machineId)),
        or(eq(simulatedFaults.kind, order.kind), isNull(simulatedFaults.kind)),
        gt(simulatedFaults.count, 0),
      ),
    )
    .orderBy(desc(simulatedFaults.machineId))
    .limit(1)
    .for("update");
  if (!fault) return false;
  await tx
    .update(simulatedFaults)
    .set({ count: sql`${simulatedFaults.count} - 1` })
    .where(eq(simulatedFaults.id, fault.id));
  return true;
}
