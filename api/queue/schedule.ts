import cronParser from "cron-parser";
import { sql } from "drizzle-orm";
import { jobSchedules } from "#api/db/schema/jobs";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { enqueue } from "./enqueue";
import type { Job } from "./job";

export type Schedule = { job: Job<Record<string, never>>; cron: string };

/** Schedules a job by a cron expression, in UTC. Runs missed while no process was running are made up for once. */
export function every(job: Job<Record<string, never>>, cron: string): Schedule {
  cronParser.parseExpression(cron, { utc: true });
  return { job, cron };
}

/** Enqueues due scheduled jobs. Concurrent calls are safe: each due time is taken by one process. */
export async function enqueueDue(
  deps: Pick<Deps, "db" | "clock">,
  schedules: readonly Schedule[],
): Promise<void> {
  const now = deps.clock.now();
  for (const { job, cron } of schedules) {
    const due = cronParser
      .parseExpression(cron, { utc: true, currentDate: new Date(now.getTime() + 1) })
      .prev()
      .toDate();
    await transaction(deps.db, async (tx) => {
      const claimed = await tx
        .insert(jobSchedules)
        .values({ name: job.name, lastDueAt: due })
        .onConflictDoUpdate({
          target: jobSchedules.name,
          set: { lastDueAt: sql`excluded.last_due_at` },
          setWhere: sql`${jobSchedules.lastDueAt} < excluded.last_due_at`,
        })
        .returning({ name: jobSchedules.name });
      if (claimed.length > 0) await enqueue(tx, job, {}, { key: "schedule" });
    });
  }
}
