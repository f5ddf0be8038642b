import { pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** When each scheduled job was last due; the jobs themselves are in pg-boss's own schema. */
export const jobSchedules = pgTable("job_schedules", {
  name: text("name").primaryKey(),
  lastDueAt: timestamp("last_due_at", { withTimezone: true }).notNull(),
});

/**
 * When deadlines were last processed, and until when and why processing is paused (`queue/deadline-guard.ts`). One
 * row.
 */
export const deadlineGuards = pgTable("deadline_guards", {
  name: text("name").primaryKey(),
  seenAt: timestamp("seen_at", { withTimezone: true }).notNull(),
  pausedUntil: timestamp("paused_until", { withTimezone: true }),
  reason: text("reason", { enum: ["clock", "gap"] }),
});
