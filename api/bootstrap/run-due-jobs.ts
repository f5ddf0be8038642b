import type { Deps } from "#api/deps";
import type { AnyJob } from "#api/queue/job";
import type { Waiting } from "#api/queue/queue";
import { lanes } from "#api/queue/queue";
import { runJob } from "#api/queue/worker";
import { allJobs } from "./all-jobs";

const tooMany = 1_000;

/**
 * The statement has a name, so that each connection plans it once: tests run it after every request. Of two
 * concurrent executions the second waits for the row lock and finds the job taken.
 */
const takeDueJob = {
  name: "take-due-job",
  text: `
    update pgboss.job set state = 'completed', started_on = now(), completed_on = now()
    where id = (
      select id from pgboss.job
      where name = any ($1) and state in ('created', 'retry')
        and ($2::text is null or data->>'job' = $2)
        and (start_after = created_on or start_after <= $3::timestamptz)
      order by created_on, id limit 1
      for update)
    returning data`,
};

/**
 * Runs every job that is due by `deps.clock`, including those enqueued meanwhile, one after another. Throws if a job
 * fails. Returns the names of the jobs that ran. With `only`, the other jobs stay in the queue.
 */
export async function runDueJobs(
  deps: Deps,
  jobs: readonly AnyJob[] = allJobs,
  { only }: { only?: string } = {},
): Promise<string[]> {
  const byName = new Map(jobs.map((job) => [job.name, job]));
  const ran: string[] = [];
  while (ran.length < tooMany) {
    // the test's clock and the database's differ: a job enqueued to run immediately has equal times
    const values = [lanes, only ?? null, deps.clock.now().toISOString()];
    const { rows } = await deps.db.$client.query<{ data: Waiting }>({ ...takeDueJob, values });
    const [dueJob] = rows;
    if (!dueJob) return ran;
    await runJob(deps, byName, dueJob.data);
    ran.push(dueJob.data.job);
  }
  throw new Error(`${tooMany} jobs ran and more are due`);
}
