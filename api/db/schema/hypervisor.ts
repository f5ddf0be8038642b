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

/** Machines of the simulated hypervisor: an outside system of its own, nothing here refers to the service's tables. */
export const simulatedMachines = pgTable("simulated_machines", {
  id: text("id").primaryKey(),
  /** Its address follows from it. */
  number: serial("number").notNull(),
  login: text("login").notNull(),
  rateId: text("rate_id").notNull(),
  isOn: boolean("is_on").notNull(),
  isBlocked: boolean("is_blocked").notNull().default(false),
  /** The order that gave it a new password; null while it has its first. */
  passwordOrder: text("password_order"),
  removedAt: moment("removed_at"),
});

/** What it was told to do; `doneAt` is when it will have been done. */
export const simulatedTasks = pgTable("simulated_tasks", {
  orderId: text("order_id").primaryKey(),
  machineId: text("machine_id").notNull(),
  kind: text("kind").notNull(),
  rateId: text("rate_id").notNull(),
  /** The one that an order about a snapshot names. */
  snapshot: text("snapshot"),
  doneAt: moment("done_at").notNull(),
  willFail: boolean("will_fail").notNull(),
  isApplied: boolean("is_applied").notNull().default(false),
  /** Why it failed. */
  reason: text("reason"),
});

/** Snapshots of its machines. */
export const simulatedSnapshots = pgTable(
  "simulated_snapshots",
  {
    machineId: text("machine_id").notNull(),
    name: text("name").notNull(),
    takenAt: moment("taken_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.machineId, table.name] })],
);

/** Failures to come, told by an operator: the next `count` tasks of the machine (any machine where null) fail. */
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
 * Which machine of a hypervisor is whose (the tables are called after the first that had them): allotted once, before anything is asked
 * there, so that a machine can't be made twice.
 */
export const allottedMachines = pgTable(
  "proxmox_machines",
  {
    serverId: text("server_id").primaryKey(),
    /** Added to the first id of the settings; never used again. */
    number: serial("number").notNull(),
    node: text("node").notNull(),
    address: text("address").notNull(),
    /** The order that gave it a new password; null while it has its first. */
    passwordOrder: text("password_order"),
    allottedAt: moment("allotted_at").notNull(),
    removedAt: moment("removed_at"),
  },
  (table) => [
    uniqueIndex("proxmox_machines_number").on(table.number),
    uniqueIndex("proxmox_machines_address").on(table.address).where(sql`${table.removedAt} is null`),
  ],
);

/** How far an order has come: the step that is under way, and what it is followed by (a task of Proxmox: its UPID). */
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
    /** Who works on it has it until then; one at a time. */
    heldUntil: moment("held_until"),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [index("proxmox_tasks_server").on(table.serverId, table.createdAt)],
);

export const driftKinds = [
  /** A machine that no server has. */
  "unknownMachine",
  /** A server whose machine is not there. */
  "missingMachine",
  /** A machine that runs and is not paid for: it is told to stop again. */
  "runningUnpaid",
] as const;

/** Where machines and servers differ, each difference once until an operator has decided it. */
export const machineDrifts = pgTable(
  "machine_drifts",
  {
    id: text("id").primaryKey(),
    kind: text("kind", { enum: driftKinds }).notNull(),
    /** The server's id, or what the hypervisor calls the machine. */
    about: text("about").notNull(),
    seenAt: moment("seen_at").notNull(),
    settledAt: moment("settled_at"),
    settlement: text("settlement"),
  },
  (table) => [
    uniqueIndex("machine_drifts_open").on(table.kind, table.about).where(sql`${table.settledAt} is null`),
  ],
);
