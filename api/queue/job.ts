import type * as z from "zod/mini";
import type { Deps } from "#api/deps";

/**
 * Where a job waits. `quick` jobs take seconds and are tried anew a minute after their worker died;
 * `slow` ones may take a quarter of an hour and don't stand in the way of the quick.
 */
export type Lane = "quick" | "slow";

export type Job<Payload = unknown> = {
  readonly name: string;
  readonly handle: (payload: Payload, deps: Deps) => Promise<void>;
  /** Checks a payload as it comes from the queue, and handles it. */
  readonly run: (payload: unknown, deps: Deps) => Promise<void>;
  readonly lane: Lane;
  /** How often a failed job is tried again, with growing pauses, before it is laid aside for an operator. */
  readonly retries: number;
};

/** A job whatever its payload: what lists of jobs hold. */
export type AnyJob = Omit<Job, "handle">;

/** What enqueueing needs of a job: its own file may import, by a long way round, the one that enqueues it. */
export type JobAddress = Pick<AnyJob, "name" | "lane" | "retries">;

type Options = { lane?: Lane; retries?: number };

/**
 * Declares a job. Its handler runs at least once for each time it was enqueued (a worker may die just before saying that it is done),
 * so it must be idempotent by the thing and period in its payload.
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
