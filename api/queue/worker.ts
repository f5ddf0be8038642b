import type PgBoss from "pg-boss";
import type { Deps } from "#api/deps";
import { sleep } from "#api/lib/sleep";
import type { AnyJob, Lane } from "./job";
import type { Waiting } from "./queue";
import { lanes, queueOn } from "./queue";
import type { Schedule } from "./schedule";
import { enqueueDue } from "./schedule";

type Options = {
  jobs: readonly AnyJob[];
  schedules?: readonly Schedule[];
  /** Number of concurrent jobs per lane in this process. */
  width?: Record<Lane, number>;
  /** Pause before an empty lane is polled again. */
  pollMilliseconds?: number;
};

export type Worker = {
  /** Stops taking jobs and waits for those that are running. */
  stop: () => Promise<void>;
};

const scheduleMilliseconds = 15_000;

/** Runs jobs as they become due until it is stopped. Once started, it waits out database outages. */
export async function startWorker(
  deps: Deps,
  { jobs, schedules = [], width = { quick: 3, slow: 1 }, pollMilliseconds = 1_000 }: Options,
): Promise<Worker> {
  const byName = new Map(jobs.map((job) => [job.name, job]));
  const boss = await startQueue(deps);
  const stopping = new AbortController();
  const loop = async (pause: number, step: () => Promise<boolean>) => {
    while (!stopping.signal.aborted) {
      const isMore = await step().catch((error: unknown) => {
        deps.log.error({ err: error }, "job worker");
        return false;
      });
      if (!isMore) await sleep(pause, stopping.signal);
    }
  };
  const loops = lanes.flatMap((lane) =>
    Array.from({ length: width[lane] }, () =>
      loop(pollMilliseconds, () => runNext(deps, boss, byName, lane)),
    ),
  );
  loops.push(loop(scheduleMilliseconds, () => enqueueDue(deps, schedules).then(() => false)));
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(loops);
      await boss.stop({ graceful: false });
    },
  };
}

async function startQueue({ db, log }: Deps): Promise<PgBoss> {
  const boss = queueOn(db.$client, { supervise: true });
  boss.on("error", (error) => log.error({ err: error }, "job queue"));
  try {
    await boss.start();
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => {});
    throw error;
  }
  return boss;
}

/** Takes one job and runs it; returns false if none is due. */
async function runNext(
  deps: Deps,
  boss: PgBoss,
  jobs: ReadonlyMap<string, AnyJob>,
  lane: Lane,
): Promise<boolean> {
  const [fetchedJob] = await boss.fetch<Waiting>(lane, { includeMetadata: true });
  if (!fetchedJob) return false;
  const { id, data, retryCount } = fetchedJob;
  const startedAt = performance.now();
  const log = deps.log.child({ job: data.job, jobId: id, retry: retryCount });
  try {
    await runJob(deps, jobs, data);
    await boss.complete(lane, id);
    log.info({ milliseconds: Math.round(performance.now() - startedAt) }, "job done");
  } catch (error) {
    log.error({ err: error }, "job failed");
    await boss.fail(lane, id, error instanceof Error ? error : new Error(String(error)));
  }
  return true;
}

/** Validates a payload and runs its job. */
export async function runJob(
  deps: Deps,
  jobs: ReadonlyMap<string, AnyJob>,
  { job: name, payload }: Waiting,
): Promise<void> {
  const job = jobs.get(name);
  // a newer version of the service may have enqueued it: it waits for a worker that knows it
  if (!job) throw new Error(`No job is called ${name}`);
  await job.run(payload, deps);
}
