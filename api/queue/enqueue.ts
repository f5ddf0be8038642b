import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import PgBoss from "pg-boss";
import type { Database } from "#api/db/connect";
import type { Tx } from "#api/db/transaction";
import { dayMilliseconds } from "#contract/day";
import { chunks } from "#statements/chunks";
import type { Job, JobAddress } from "./job";
import { inside } from "./queue";

/** Only creates statements; each is executed in the caller's transaction. */
const sender = new PgBoss({
  db: { executeSql: () => Promise.reject(new Error("enqueue works inside a transaction")) },
});
const attempts = 5;
const jobsAtOnce = 1_000;

type Options = {
  /** Earliest start; immediately if omitted. */
  startAfter?: Date;
  /** Only one job with this name and key waits at a time; a second one only moves its start forward. */
  key?: string;
};

/** Returns the pg-boss retry options of a job. */
const optionsOf = ({ retries }: JobAddress) => ({
  retryLimit: retries,
  retryDelay: 5,
  retryBackoff: true,
});
// in days; pg-boss must not delete a job scheduled a year ahead before it starts
const retentionDays = 30;
const keyOf = ({ name }: JobAddress, key: string) => `${name}:${key}`;

/** Enqueues a job: it runs after the transaction commits, and never if it rolls back. */
export async function enqueue<Payload>(
  tx: Tx,
  job: JobAddress & Partial<Pick<Job<Payload>, "handle">>,
  payload: Payload,
  { startAfter, key }: Options = {},
): Promise<void> {
  const singletonKey = keyOf(job, key ?? randomUUID());
  const options = { db: inside(tx), singletonKey, startAfter, ...optionsOf(job), retentionDays };
  for (let attempt = 1; attempt <= attempts; attempt++) {
    if (await sender.send(job.lane, { job: job.name, payload }, options)) return;
    // One is already waiting. The lock keeps workers off until this transaction ends, so that the job sees its
    // changes.
    const moment = sql`${startAfter?.toISOString() ?? null}::timestamptz`;
    const waiting = await tx.execute(sql`
      update pgboss.job
      set start_after = case when ${moment} is null or start_after = created_on then created_on else least(start_after, ${moment}) end
      where name = ${job.lane} and singleton_key = ${singletonKey} and state = 'created' returning id`);
    if (waiting.rows.length > 0) return;
    // a worker has taken it in the meantime, so a new one can be enqueued
  }
  throw new Error(`The job ${job.name} could not be enqueued`);
}

/**
 * Enqueues a job for each key, many per statement. A job already waiting for a key is enough, but a worker may take
 * it before a transaction ends. So inside a transaction use new keys; otherwise call it after the changes the jobs
 * must see are committed.
 */
export async function enqueueAll<Payload extends object>(
  db: Database | Tx,
  job: JobAddress & Partial<Pick<Job<Payload>, "handle">>,
  payloads: Map<string, Payload>,
): Promise<void> {
  const keepUntil = new Date(Date.now() + retentionDays * dayMilliseconds);
  for (const some of chunks([...payloads], jobsAtOnce)) {
    const jobs = some.map(([key, payload]) => ({
      name: job.lane,
      data: { job: job.name, payload },
      singletonKey: keyOf(job, key),
      ...optionsOf(job),
      keepUntil,
    }));
    await sender.insert(jobs, { db: inside(db) });
  }
}
