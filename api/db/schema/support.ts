import { and, eq, gt, sql } from "drizzle-orm";
import { index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { moment } from "#api/db/columns";
import { ticketStatuses } from "#contract/support/ticket-status";
import { users } from "./users";

const authors = ["client", "support"] as const;

export const tickets = pgTable(
  "tickets",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    department: text("department").notNull(),
    title: text("title").notNull(),
    status: text("status", { enum: ticketStatuses }).notNull(),
    createdAt: moment("created_at").notNull(),
    lastMessageAt: moment("last_message_at").notNull(),
    lastAuthor: text("last_author", { enum: authors }).notNull(),
    /** Messages of support after this time are unread. */
    readAt: moment("read_at").notNull(),
  },
  (table) => [
    // one open ticket per department (specification, section 4), also under concurrent posts
    uniqueIndex("tickets_one_open")
      .on(table.userId, table.department)
      .where(sql`${table.status} <> 'closed'`),
    index("tickets_user").on(table.userId, table.lastMessageAt, table.id),
    // the console's lists
    index("tickets_open").on(table.lastMessageAt, table.id).where(sql`${table.status} <> 'closed'`),
    index("tickets_closed").on(table.lastMessageAt, table.id).where(sql`${table.status} = 'closed'`),
    // the lists of the command line
    index("tickets_by_author")
      .on(table.lastAuthor, table.lastMessageAt, table.id)
      .where(sql`${table.status} <> 'closed'`),
    index("tickets_latest").on(table.lastMessageAt, table.id),
    // what waits for an answer of support
    index("tickets_waiting")
      .on(table.lastMessageAt)
      .where(sql`${table.status} <> 'closed' and ${table.lastAuthor} = 'client'`),
  ],
);

/** Whether a ticket's last message is an unread one of support. */
export const isUnread = and(eq(tickets.lastAuthor, "support"), gt(tickets.lastMessageAt, tickets.readAt));

export const ticketMessages = pgTable(
  "ticket_messages",
  {
    id: text("id").primaryKey(),
    ticketId: text("ticket_id")
      .notNull()
      .references(() => tickets.id, { onDelete: "cascade" }),
    author: text("author", { enum: authors }).notNull(),
    /** The staff member who wrote it; null for the client, and for answers of before this column. */
    operator: text("operator"),
    text: text("text").notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [index("ticket_messages_ticket").on(table.ticketId, table.createdAt, table.id)],
);

export const ticketFiles = pgTable(
  "ticket_files",
  {
    id: text("id").primaryKey(),
    messageId: text("message_id")
      .notNull()
      .references(() => ticketMessages.id, { onDelete: "cascade" }),
    ticketId: text("ticket_id").notNull(),
    /** Its id in the file store. */
    storeId: text("store_id").notNull(),
    name: text("name").notNull(),
    kind: text("kind").notNull(),
    bytes: integer("bytes").notNull(),
    position: integer("position").notNull(),
  },
  (table) => [
    index("ticket_files_message").on(table.messageId, table.position),
    index("ticket_files_ticket").on(table.ticketId),
  ],
);
