import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { moment } from "#api/db/columns";
import { orderStatuses } from "#contract/vps/status";
import { servers, upgrades } from "./vps";

export const orderKinds = [
  "create",
  "turnOn",
  "turnOff",
  "restart",
  "resize",
  "block",
  "unblock",
  "remove",
  "reinstall",
  "resetPassword",
  "takeSnapshot",
  "rollBack",
  "dropSnapshot",
] as const;

/** Orders to the provisioner about a machine. Requests of clients are those of `machineActions`. */
export const machineOrders = pgTable(
  "machine_orders",
  {
    id: text("id").primaryKey(),
    serverId: text("server_id")
      .notNull()
      .references(() => servers.id),
    kind: text("kind", { enum: orderKinds }).notNull(),
    status: text("status", { enum: orderStatuses }).notNull(),
    acceptedAt: moment("accepted_at").notNull(),
    runningAt: moment("running_at"),
    finishedAt: moment("finished_at"),
    attempts: integer("attempts").notNull().default(0),
    /** Why it failed, for the operator. */
    error: text("error"),
    /** The snapshot's name, for orders about a snapshot. */
    snapshot: text("snapshot"),
    /** The operating system that a reinstall puts on the machine. */
    operatingSystem: text("operating_system"),
    upgradeId: text("upgrade_id").references(() => upgrades.id),
    /** The order that an operator sent to replace this one. */
    replacedBy: text("replaced_by"),
    /** When an operator closed it after it had failed, without another try. */
    dismissedAt: moment("dismissed_at"),
  },
  (table) => [
    uniqueIndex("machine_orders_one_control")
      .on(table.serverId)
      .where(
        sql`${table.status} in ('accepted', 'running') and ${table.kind} in ('turnOn', 'turnOff', 'restart', 'reinstall', 'resetPassword')`,
      ),
    index("machine_orders_server").on(table.serverId, table.acceptedAt),
    index("machine_orders_status").on(table.status, table.acceptedAt),
    // what waits for staff, in the order of the inbox
    index("machine_orders_failed")
      .on(table.finishedAt)
      .where(sql`${table.status} = 'failed' and ${table.replacedBy} is null`),
  ],
);
