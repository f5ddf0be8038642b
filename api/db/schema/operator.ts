import { bigint, index, integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { users } from "./users";

/** What an operator did or looked at; a change and its row are committed together. */
export const operatorActions = pgTable(
  "operator_actions",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp("at", { withTimezone: true }).notNull(),
    operator: text("operator").notNull(),
    /** Such as `deposits reject`. */
    command: text("command").notNull(),
    input: jsonb("input").$type<Record<string, unknown>>().notNull(),
    /** The client whom it is about, where the command names one or a thing of theirs. */
    userId: text("user_id").references(() => users.id),
    /** The sentence that it was answered with; null for a list, and for what was done outside of the database. */
    answer: text("answer"),
    /** The network address it came from; null for the command line. */
    address: text("address"),
  },
  (table) => [
    index("operator_actions_at").on(table.at),
    index("operator_actions_user").on(table.userId, table.at),
  ],
);

/** Backups that came to their end, and whether one was restored to try it. */
export const backups = pgTable("backups", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  madeAt: timestamp("made_at", { withTimezone: true }).notNull(),
  folder: text("folder").notNull(),
  rows: bigint("rows", { mode: "number" }).notNull(),
  files: integer("files").notNull(),
  restoredAt: timestamp("restored_at", { withTimezone: true }),
});

/** What staff notes of a client, for staff alone. */
export const clientNotes = pgTable(
  "client_notes",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    at: timestamp("at", { withTimezone: true }).notNull(),
    operator: text("operator").notNull(),
    text: text("text").notNull(),
  },
  (table) => [index("client_notes_user").on(table.userId, table.at)],
);
