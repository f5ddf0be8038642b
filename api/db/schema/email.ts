import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { moment } from "#api/db/columns";

/** Addresses whose emails bounced. From `stoppedAt` on nothing is sent there. */
export const mailReturns = pgTable("mail_returns", {
  /** In lower case. */
  address: text("address").primaryKey(),
  /** Temporary failures since `countedFrom`. */
  failures: integer("failures").notNull().default(0),
  countedFrom: moment("counted_from").notNull(),
  stoppedAt: moment("stopped_at"),
  reason: text("reason").notNull(),
});
