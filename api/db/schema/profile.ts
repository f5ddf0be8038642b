import { index, jsonb, pgTable, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";
import { users } from "./users";

/**
 * Avatars as squares: the file store's id of each size in pixels. `users.avatar_file_id` is the id of the one in use.
 */
export const avatars = pgTable(
  "avatars",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    files: jsonb("files").$type<Record<string, string>>().notNull(),
  },
  (table) => [index("avatars_user").on(table.userId)],
);

/** A change of a client's e-mail: at most one, which takes effect once both addresses have confirmed it. */
export const emailChanges = pgTable(
  "email_changes",
  {
    userId: text("user_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    oldEmail: text("old_email").notNull(),
    newEmail: text("new_email").notNull(),
    /** The session that requested it: the only one that stays signed in afterwards. */
    sessionId: text("session_id").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    endsAt: timestamp("ends_at", { withTimezone: true }).notNull(),
    /** SHA-256 of the link's token for each address. */
    oldHash: text("old_hash").notNull(),
    newHash: text("new_hash").notNull(),
    oldConfirmedAt: timestamp("old_confirmed_at", { withTimezone: true }),
    newConfirmedAt: timestamp("new_confirmed_at", { withTimezone: true }),
    /** When the new address took effect. */
    doneAt: timestamp("done_at", { withTimezone: true }),
  },
  (table) => [
    uniqueIndex("email_changes_old").on(table.oldHash),
    uniqueIndex("email_changes_new").on(table.newHash),
  ],
);
