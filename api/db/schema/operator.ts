import { sql } from "drizzle-orm";
import { bigint, check, index, integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { moment } from "#api/db/columns";
import { personNamed } from "#api/db/person-name";
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

/** The last check of the ledger, by a regular run or by a command. One row. */
export const ledgerChecks = pgTable("ledger_checks", {
  name: text("name").primaryKey(),
  checkedAt: moment("checked_at").notNull(),
  faults: integer("faults").notNull(),
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

/** Corrections of a balance above the limit for one person: nothing moves until a second one confirms. */
export const balanceProposals = pgTable(
  "balance_proposals",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** Negative if it takes money from the balance. */
    amountCents: bigint("amount_cents", { mode: "number" }).notNull(),
    reason: text("reason").notNull(),
    proposedBy: text("proposed_by").notNull(),
    proposedAt: moment("proposed_at").notNull(),
    status: text("status", { enum: ["proposed", "confirmed", "rejected"] })
      .notNull()
      .default("proposed"),
    decidedBy: text("decided_by"),
    decidedAt: moment("decided_at"),
  },
  (table) => [
    index("balance_proposals_status").on(table.status, table.proposedAt),
    // those that wait, by who proposed them
    index("balance_proposals_proposer")
      .on(personNamed(table.proposedBy), table.proposedAt)
      .where(sql`${table.status} = 'proposed'`),
    check("balance_proposals_amount", sql`${table.amountCents} <> 0`),
    check(
      "balance_proposals_two_people",
      sql`${table.status} <> 'confirmed' or ${personNamed(table.decidedBy)} <> ${personNamed(table.proposedBy)}`,
    ),
  ],
);
