import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, text, unique, uniqueIndex } from "drizzle-orm/pg-core";
import { moment } from "#api/db/columns";
import { staffRoles } from "#contract/admin/roles";
import { ticketPriorities, waitingKinds } from "#contract/admin/waiting";
import { languages } from "#contract/languages";
import { tickets } from "./support";

export const staffChannels = ["email", "telegram", "webhook"] as const;

/** Which staff is notified of what, where, and whether immediately or once a day. */
export const staffRecipients = pgTable(
  "staff_recipients",
  {
    id: integer("id").primaryKey().generatedAlwaysAsIdentity(),
    kind: text("kind", { enum: waitingKinds }).notNull(),
    channel: text("channel", { enum: staffChannels }).notNull(),
    /** An e-mail address, the id of a chat, or a URL. */
    address: text("address").notNull(),
    /** Sent once a day with everything that waits, instead of immediately. */
    isDigest: boolean("is_digest").notNull(),
    language: text("language", { enum: languages }).notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [unique("staff_recipients_once").on(table.kind, table.channel, table.address)],
);

/** Items that staff was notified of; a row is deleted once its item no longer waits. */
export const staffNotices = pgTable(
  "staff_notices",
  {
    kind: text("kind", { enum: waitingKinds }).notNull(),
    itemId: text("item_id").notNull(),
    /** Since when the item waits: if it waits again later, staff is notified again. */
    since: moment("since").notNull(),
    noticedAt: moment("noticed_at").notNull(),
    remindedAt: moment("reminded_at"),
  },
  (table) => [primaryKey({ columns: [table.kind, table.itemId, table.since] })],
);

/** Staff members who may use the admin console. */
export const staffMembers = pgTable(
  "staff_members",
  {
    id: text("id").primaryKey(),
    email: text("email").notNull(),
    name: text("name").notNull(),
    roles: text("roles", { enum: staffRoles }).array().notNull(),
    passwordHash: text("password_hash").notNull(),
    /** The key of the authenticator app, encrypted with the service's secret. */
    encryptedTotpSecret: text("sealed_totp_secret").notNull(),
    /** The 30-second step of the last used code: no code counts twice. */
    lastTotpStep: integer("last_totp_step").notNull().default(0),
    createdAt: moment("created_at").notNull(),
    disabledAt: moment("disabled_at"),
  },
  (table) => [uniqueIndex("staff_members_email").on(sql`lower(${table.email})`)],
);

const member = () =>
  text("member_id")
    .notNull()
    .references(() => staffMembers.id, { onDelete: "cascade" });

/** One row per login to the console; it is valid once the second factor was entered. */
export const staffSessions = pgTable(
  "staff_sessions",
  {
    id: text("id").primaryKey(),
    memberId: member(),
    /** SHA-256 of the token. */
    accessHash: text("access_hash").notNull(),
    createdAt: moment("created_at").notNull(),
    confirmedAt: moment("confirmed_at"),
    lastSeenAt: moment("last_seen_at").notNull(),
    endsAt: moment("ends_at").notNull(),
    address: text("address").notNull(),
    userAgent: text("user_agent").notNull(),
  },
  (table) => [
    uniqueIndex("staff_sessions_access").on(table.accessHash),
    index("staff_sessions_member").on(table.memberId),
  ],
);

/** Which staff member has opened a waiting item, so that two people do not work on it unknowingly. */
export const staffViews = pgTable(
  "staff_views",
  {
    kind: text("kind", { enum: waitingKinds }).notNull(),
    itemId: text("item_id").notNull(),
    memberId: member(),
    at: moment("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.itemId, table.memberId] })],
);

/** Data of a ticket for staff only. */
export const ticketStaff = pgTable("ticket_staff", {
  ticketId: text("ticket_id")
    .primaryKey()
    .references(() => tickets.id, { onDelete: "cascade" }),
  /** The e-mail address of the staff member who answers it. */
  assignee: text("assignee"),
  priority: text("priority", { enum: ticketPriorities }).notNull().default("normal"),
});

/** Notes on a ticket that its client does not see. */
export const ticketNotes = pgTable(
  "ticket_notes",
  {
    id: integer("id").primaryKey().generatedAlwaysAsIdentity(),
    ticketId: text("ticket_id")
      .notNull()
      .references(() => tickets.id, { onDelete: "cascade" }),
    at: moment("at").notNull(),
    operator: text("operator").notNull(),
    text: text("text").notNull(),
  },
  (table) => [index("ticket_notes_ticket").on(table.ticketId, table.at)],
);

/** Reusable replies; `{{name}}` and the like are replaced by the client's values. */
export const savedReplies = pgTable("saved_replies", {
  name: text("name").primaryKey(),
  textEn: text("text_en").notNull(),
  textRu: text("text_ru").notNull(),
  changedAt: moment("changed_at").notNull(),
});
