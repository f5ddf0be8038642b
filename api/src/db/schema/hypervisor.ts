import { boolean, index, integer, pgTable, serial, text } from "drizzle-orm/pg-core";
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
  removedAt: moment("removed_at"),
});

/** What it was told to do; `doneAt` is when it will have been done. */
export const simulatedTasks = pgTable("simulated_tasks", {
  orderId: text("order_id").primaryKey(),
  machineId: text("machine_id").notNull(),
  kind: text("kind").notNull(),
  rateId: text("rate_id").notNull(),
  doneAt: moment("done_at").notNull(),
  willFail: boolean("will_fail").notNull(),
  isApplied: boolean("is_applied").notNull().default(false),
});

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
