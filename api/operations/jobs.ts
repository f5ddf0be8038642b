import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { jsonb, pgSchema, text, uuid } from "drizzle-orm/pg-core";
import * as z from "zod/mini";
import { allJobs } from "#api/bootstrap/all-jobs";
import { moment } from "#api/db/columns";
import { deadlineGuards } from "#api/db/schema/jobs";
import { answer } from "#api/lib/answer";
import { ApiError } from "#api/lib/api-error";
import { enqueue } from "#api/queue/enqueue";
import type { Waiting } from "#api/queue/queue";
import { deadLetters } from "#api/queue/queue";
import { listPage, pageInput, withPages } from "./list-page";
import type { CommandGroup } from "./operation";

/** Jobs in pg-boss's own table. */
const queuedJobs = pgSchema("pgboss").table("job", {
  id: uuid("id").notNull(),
  name: text("name").notNull(),
  data: jsonb("data").$type<Waiting>().notNull(),
  state: text("state").notNull(),
  createdAt: moment("created_on").notNull(),
  output: jsonb("output").$type<{ message?: string }>(),
});

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
    withPages(jobs.command("dead").description("list failed jobs, oldest first")),
    z.object(pageInput),
    (page, { tx }) =>
      listPage(page, {
        columns: [queuedJobs.createdAt, queuedJobs.id],
        read: ({ condition, order, limit, place }) =>
          tx
            .select({ ...getTableColumns(queuedJobs), place })
            .from(queuedJobs)
            .where(and(eq(queuedJobs.name, deadLetters), sql`${queuedJobs.state} = 'created'`, condition))
            .orderBy(...order)
            .limit(limit),
        row: ({ id, data, createdAt, output }) => ({
          id,
          job: data.job,
          payload: JSON.stringify(data.payload),
          since: createdAt,
          error: output?.message,
        }),
      }),
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
    async (_, { tx, details }) => {
      const [guard] = await tx.select().from(deadlineGuards).for("update");
      details.before = { pausedUntil: guard?.pausedUntil ?? null, reason: guard?.reason ?? null };
      await tx.update(deadlineGuards).set({ pausedUntil: null, reason: null });
      return answer("deadlinesResumed");
    },
  );
};
