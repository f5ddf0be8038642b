import { index, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { users } from "./users";

/** Avatars drawn as squares: the file store's id of each size in pixels. `users.avatar_file_id` is the id of the one in use. */
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
