import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { allJobs } from "#api/bootstrap/all-jobs";
import { deadlineGuards } from "#api/db/schema/jobs";
import { answer } from "#api/lib/answer";
import { ApiError } from "#api/lib/api-error";
import { enqueue } from "#api/queue/enqueue";
import type { Waiting } from "#api/queue/queue";
import { deadLetters } from "#api/queue/queue";
import type { CommandGroup } from "./operation";

type DeadJob = { id: string; data: Waiting; created_on: string; output: { message?: string } | null };

export const jobsCommands: CommandGroup = (program, operation) => {
  const jobs = program.command("jobs").description("background jobs");
  operation(
    jobs.command("list").description("list waiting and running jobs"),
    z.object({}),
    async (_, { tx }) => {
      const { rows } = await tx.execute<{ job: string; state: string; count: number; since: string }>(sql`
      select data->>'job' as job, state::text, count(*) as count, min(created_on) as since from pgboss.job
      where state in ('created', 'retry', 'active') and name <> ${deadLetters} group by 1, 2 order by 1, 2`);
      return rows.map((row) => ({ ...row, since: new Date(row.since) }));
    },
    { isRead: true },
  );
  operation(
    jobs.command("dead").description("list failed jobs"),
    z.object({}),
    async (_, { tx }) => {
      const { rows } = await tx.execute<DeadJob>(sql`
      select id, data, created_on, output from pgboss.job where name = ${deadLetters} and state = 'created' order by created_on`);
      return rows.map(({ id, data, created_on, output }) => ({
        id,
        job: data.job,
        payload: JSON.stringify(data.payload),
        since: new Date(created_on),
        error: output?.message,
      }));
    },
    { isRead: true },
  );
  operation(
    jobs.command("retry <id>").description("retry a failed job"),
    z.object({ id: z.uuid() }),
    async ({ id }, { tx }) => {
      const { rows } = await tx.execute<{ data: Waiting }>(sql`
        update pgboss.job set state = 'completed', completed_on = now()
        where name = ${deadLetters} and id = ${id} and state = 'created' returning data`);
      const [dead] = rows;
      const job = allJobs.find(({ name }) => name === dead?.data.job);
      if (!dead || !job) throw new ApiError(404, "notFound");
      await enqueue(tx, job, dead.data.payload);
      return answer("jobQueued", { name: job.name });
    },
  );
  operation(
    jobs.command("resume").description("block, revoke and charge again, once the clock is right"),
    z.object({}),
    async (_, { tx }) => {
      await tx.update(deadlineGuards).set({ pausedUntil: null, reason: null });
      return answer("deadlinesResumed");
    },
  );
};
