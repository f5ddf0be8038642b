import { bigint, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { moment } from "#api/db/columns";
import { exportStatuses } from "#contract/privacy/index";
import { users } from "./users";

/**
 * Files with all data stored about a client, one at a time; the file is deleted an hour after its download, or when
 * it expires.
 */
export const dataExports = pgTable(
  "data_exports",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    status: text("status", { enum: exportStatuses }).notNull(),
    requestedAt: moment("requested_at").notNull(),
    endsAt: moment("ends_at"),
    fetchedAt: moment("fetched_at"),
    fileId: text("file_id"),
    bytes: bigint("bytes", { mode: "number" }),
  },
  (table) => [uniqueIndex("data_exports_user").on(table.userId), index("data_exports_ends").on(table.endsAt)],
);
