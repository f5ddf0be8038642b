import { sql } from "drizzle-orm";
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { moment } from "#api/db/columns";

/**
 * Machines of the simulated hypervisor. It stands for an external system, so nothing here references the service's
 * tables.
 */
export const simulatedMachines = pgTable("simulated_machines", {
  id: text("id").primaryKey(),
  /** The machine's address is derived from it. */
  number: serial("number").notNull(),
  login: text("login").notNull(),
  rateId: text("rate_id").notNull(),
  isOn: boolean("is_on").notNull(),
  isBlocked: boolean("is_blocked").notNull().default(false),
  /** The order that set a new password; null while it has its first one. */
  passwordOrder: text("password_order"),
  removedAt: moment("removed_at"),
});

/** Tasks of the simulated hypervisor; `doneAt` is when the task will be done. */
export const simulatedTasks = pgTable("simulated_tasks", {
  orderId: text("order_id").primaryKey(),
  machineId: text("machine_id").notNull(),
  kind: text("kind").notNull(),
  rateId: text("rate_id").notNull(),
  /** The snapshot's name, for orders about a snapshot. */
  snapshot: text("snapshot"),
  doneAt: moment("done_at").notNull(),
  willFail: boolean("will_fail").notNull(),
  isApplied: boolean("is_applied").notNull().default(false),
  /** Why the task failed. */
  reason: text("reason"),
});

/** Snapshots of simulated machines. */
export const simulatedSnapshots = pgTable(
  "simulated_snapshots",
  {
    machineId: text("machine_id").notNull(),
    name: text("name").notNull(),
    takenAt: moment("taken_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.machineId, table.name] })],
);

/** Failures that an operator has planned: the next `count` tasks of the machine (of any machine if null) fail. */
export const simulatedFaults = pgTable(
  "simulated_faults",
  {
    id: text("id").primaryKey(),
    machineId: text("machine_id"),
    kind: text("kind"),
    count: integer("count").notNull(),
  },
  (table) => [index("simulated_faults_machine").on(table.machineId)],
);

/**
 * Assigns a hypervisor's machines to servers (the tables are named after the first hypervisor that had them). A
 * machine is assigned once, before any request to the hypervisor, so that it can't be created twice.
 */
export const allottedMachines = pgTable(
  "proxmox_machines",
  {
    serverId: text("server_id").primaryKey(),
    /** Added to the first id of the settings; never reused. */
    number: serial("number").notNull(),
    node: text("node").notNull(),
    address: text("address").notNull(),
    /** The order that set a new password; null while it has its first one. */
    passwordOrder: text("password_order"),
    allottedAt: moment("allotted_at").notNull(),
    removedAt: moment("removed_at"),
  },
  (table) => [
    uniqueIndex("proxmox_machines_number").on(table.number),
    uniqueIndex("proxmox_machines_address").on(table.address).where(sql`${table.removedAt} is null`),
  ],
);

/** Progress of an order: the current step, and the id to poll it by (for a Proxmox task: its UPID). */
export const machineTasks = pgTable(
  "proxmox_tasks",
  {
    orderId: text("order_id").primaryKey(),
    serverId: text("server_id").notNull(),
    order: jsonb("order").notNull(),
    step: integer("step").notNull().default(0),
    upid: text("upid"),
    status: text("status", { enum: ["running", "done", "failed"] }).notNull(),
    reason: text("reason"),
    /** The lease of the worker that processes it; one worker at a time. */
    leasedUntil: moment("held_until"),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [index("proxmox_tasks_server").on(table.serverId, table.createdAt)],
);

export const driftKinds = [
  /** A machine without a server. */
  "unknownMachine",
  /** A server whose machine is missing. */
  "missingMachine",
  /** A machine that runs and is not paid for: it is stopped again. */
  "runningUnpaid",
  /** A paid server that was revoked because of a wrong clock and lost its machine. */
  "revokedPaid",
] as const;

/** Differences between machines and servers; each is stored once until an operator has settled it. */
export const machineDrifts = pgTable(
  "machine_drifts",
  {
    id: text("id").primaryKey(),
    kind: text("kind", { enum: driftKinds }).notNull(),
    /** The server's id, or the hypervisor's name of the machine. */
    about: text("about").notNull(),
    seenAt: moment("seen_at").notNull(),
    settledAt: moment("settled_at"),
    settlement: text("settlement"),
  },
  (table) => [
    index("machine_drifts_waiting").on(table.seenAt).where(sql`${table.settledAt} is null`),
    uniqueIndex("machine_drifts_open").on(table.kind, table.about).where(sql`${table.settledAt} is null`),
  ],
);
