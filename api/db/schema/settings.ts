import { index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { moment } from "#api/db/columns";

/**
 * All values that an owner has set (`api/modules/settings`); append-only. The newest row of a key whose time has come
 * applies; a key without one has its default.
 */
export const settings = pgTable(
  "settings",
  {
    id: integer("id").primaryKey().generatedAlwaysAsIdentity(),
    key: text("key").notNull(),
    value: jsonb("value").$type<unknown>().notNull(),
    author: text("author").notNull(),
    reason: text("reason").notNull(),
    createdAt: moment("created_at").notNull(),
    holdsFrom: moment("holds_from").notNull(),
  },
  (table) => [index("settings_newest").on(table.key, table.id)],
);
