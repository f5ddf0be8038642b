import cronParser from "cron-parser";
import { sql } from "drizzle-orm";
import { jobSchedules } from "#api/db/schema/jobs";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { enqueue } from "./enqueue";
import type { Job } from "./job";

export type Schedule = { job: Job<Record<string, never>>; cron: string };

/** Runs a job at the times of a cron expression, in UTC. What was missed while nothing ran is made up for once. */
export function every(job: Job<Record<string, never>>, cron: string): Schedule {
  cronParser.parseExpression(cron, { utc: true });
  return { job, cron };
}

/** Enqueues what has become due. Any number of processes may call it at once: each due time is taken by one. */
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
      const taken = await tx
        .insert(jobSchedules)
        .values({ name: job.name, lastDueAt: due })
        .onConflictDoUpdate({
          target: jobSchedules.name,
          set: { lastDueAt: sql`excluded.last_due_at` },
          setWhere: sql`${jobSchedules.lastDueAt} < excluded.last_due_at`,
        })
        .returning({ name: jobSchedules.name });
      if (taken.length > 0) await enqueue(tx, job, {}, { key: "schedule" });
    });
  }
}
