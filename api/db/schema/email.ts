import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { moment } from "#api/db/columns";
import { users } from "./users";

/** Addresses whose emails bounced. From `stoppedAt` on nothing is sent there. */
export const mailReturns = pgTable(
  "mail_returns",
  {
    /** In lower case. */
    address: text("address").primaryKey(),
    /** Temporary failures since `countedFrom`. */
    failures: integer("failures").notNull().default(0),
    countedFrom: moment("counted_from").notNull(),
    stoppedAt: moment("stopped_at"),
    reason: text("reason").notNull(),
  },
  (table) => [
    index("mail_returns_stopped")
      .on(table.stoppedAt, table.address)
      .where(sql`${table.stoppedAt} is not null`),
  ],
);

/** E-mails that were sent to clients' addresses, for staff to see and send again. */
export const sentEmails = pgTable(
  "sent_emails",
  {
    /** The id of the message. */
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    sentAt: moment("sent_at").notNull(),
    /** The address it went to. */
    address: text("address").notNull(),
    template: text("template").notNull(),
    /** Null if the subject contains a code. */
    subject: text("subject"),
    /** What it was rendered from; null if it can't be sent again. */
    values: jsonb("values").$type<Record<string, unknown>>(),
    unsubscribe: text("unsubscribe"),
  },
  (table) => [
    index("sent_emails_user").on(table.userId, table.sentAt),
    index("sent_emails_sent").on(table.sentAt),
  ],
);
