import { and, asc, eq } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { simulatedMachines, simulatedSnapshots } from "#api/db/schema/hypervisor";
import type { Tx } from "#api/db/transaction";
import type { Clock } from "#api/lib/clock";
import type { SnapshotAbility, SnapshotKind } from "./provisioner";

const limit = 3;

type Wish = { machineId: string; kind: SnapshotKind; snapshot: string };

const namesOf = async (db: Database | Tx, machineId: string) =>
  db
    .select({ name: simulatedSnapshots.name, takenAt: simulatedSnapshots.takenAt })
    .from(simulatedSnapshots)
    .where(eq(simulatedSnapshots.machineId, machineId))
    .orderBy(asc(simulatedSnapshots.takenAt), asc(simulatedSnapshots.name));

/** Snapshots of simulated machines: only their names are stored. */
export const simulatedAbility = (db: Database): SnapshotAbility<string> => ({
  limit,
  list: (serverId) => namesOf(db, serverId),
});

/** Applies an order about a snapshot; returns why it can't be done, or null. */
export async function applyToSnapshot(
  tx: Tx,
  clock: Clock,
  { machineId, kind, snapshot: name }: Wish,
): Promise<string | null> {
  const existing = await namesOf(tx, machineId);
  const isThere = existing.some((one) => one.name === name);
  const it = and(eq(simulatedSnapshots.machineId, machineId), eq(simulatedSnapshots.name, name));
  switch (kind) {
    case "takeSnapshot":
      if (isThere) return null;
      if (existing.length >= limit) return `the machine has ${existing.length} snapshots already`;
      await tx.insert(simulatedSnapshots).values({ machineId, name, takenAt: clock.now() });
      return null;
    case "rollBack":
      if (!isThere) return `there is no snapshot ${name}`;
      await tx.update(simulatedMachines).set({ isOn: true }).where(eq(simulatedMachines.id, machineId));
      return null;
    case "dropSnapshot":
      await tx.delete(simulatedSnapshots).where(it);
      return null;
  }
}

/** Deletes the snapshots of a removed machine. */
export const dropAll = (tx: Tx, machineId: string) =>
  tx.delete(simulatedSnapshots).where(eq(simulatedSnapshots.machineId, machineId));
