import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { moment } from "#api/db/columns";

/** Addresses that letters came back from. From `stoppedAt` on nothing is sent there. */
export const mailReturns = pgTable("mail_returns", {
  /** In lower case. */
  address: text("address").primaryKey(),
  /** How often it failed for the moment since `countedFrom`. */
  failures: integer("failures").notNull().default(0),
  countedFrom: moment("counted_from").notNull(),
  stoppedAt: moment("stopped_at"),
  reason: text("reason").notNull(),
});
