import { bigint, index, integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { users } from "./users";

/** What an operator did or viewed; a change and its row are committed together. */
export const operatorActions = pgTable(
  "operator_actions",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp("at", { withTimezone: true }).notNull(),
    operator: text("operator").notNull(),
    /** Such as `deposits reject`. */
    command: text("command").notNull(),
    input: jsonb("input").$type<Record<string, unknown>>().notNull(),
    /** The client concerned, if the command names a client or something of theirs. */
    userId: text("user_id").references(() => users.id),
    /** The sentence of the response; null for a list, and for actions outside of the database. */
    answer: text("answer"),
    /** The network address it came from; null for the command line. */
    address: text("address"),
  },
  (table) => [
    index("operator_actions_at").on(table.at),
    index("operator_actions_user").on(table.userId, table.at),
  ],
);

/** Finished backups, and whether one was restored as a test. */
export const backups = pgTable("backups", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  madeAt: timestamp("made_at", { withTimezone: true }).notNull(),
  folder: text("folder").notNull(),
  rows: bigint("rows", { mode: "number" }).notNull(),
  files: integer("files").notNull(),
  restoredAt: timestamp("restored_at", { withTimezone: true }),
});

/** Notes of staff about a client, visible to staff only. */
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
