import type * as z from "zod/mini";
import type { Deps } from "#api/deps";

/**
 * The queue of a job. `quick` jobs take seconds and are retried a minute after their worker died; `slow` ones may
 * take a quarter of an hour and do not block the quick ones.
 */
export type Lane = "quick" | "slow";

export type Job<Payload = unknown> = {
  readonly name: string;
  readonly handle: (payload: Payload, deps: Deps) => Promise<void>;
  /** Validates a payload from the queue and handles it. */
  readonly run: (payload: unknown, deps: Deps) => Promise<void>;
  readonly lane: Lane;
  /** Number of retries of a failed job, with growing pauses, before it becomes a dead letter for an operator. */
  readonly retries: number;
};

/** A job with any payload, for lists of jobs. */
export type AnyJob = Omit<Job, "handle">;

/**
 * The part of a job needed to enqueue it; avoids circular imports, because a job's file may indirectly import the one
 * that enqueues it.
 */
export type JobAddress = Pick<AnyJob, "name" | "lane" | "retries">;

type Options = { lane?: Lane; retries?: number };

/**
 * Declares a job. Its handler runs at least once each time it is enqueued (a worker may die just before reporting
 * success), so it must be idempotent by the item and period in its payload.
 */
export function job<S extends z.ZodMiniType>(
  name: string,
  schema: S,
  handle: (payload: z.output<S>, deps: Deps) => Promise<void>,
  { lane = "quick", retries = 10 }: Options = {},
): Job<z.output<S>> {
  const run = (payload: unknown, deps: Deps) => handle(schema.parse(payload), deps);
  return { name, handle, run, lane, retries };
}
