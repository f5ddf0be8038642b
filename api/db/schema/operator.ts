import { bigint, index, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";

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
  },
  (table) => [index("operator_actions_at").on(table.at)],
);
