import { pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** When each scheduled job was last due; the jobs themselves stand in pg-boss's own schema. */
export const jobSchedules = pgTable("job_schedules", {
  name: text("name").primaryKey(),
  lastDueAt: timestamp("last_due_at", { withTimezone: true }).notNull(),
});
