import pLimit from "p-limit";
import { ApiError } from "./api-error";

export type SemaphoreLimits = {
  /** Maximum number of running tasks. */
  concurrency: number;
  /** Tasks that may wait as well, in order of arrival; the next one is rejected. */
  maxWaiting: number;
  /** How long a task waits before it is rejected; by default without limit. */
  maxWaitMs?: number;
};

/** Waits for a slot; resolves to the function that releases it. */
type Acquire<A extends unknown[]> = (...key: A) => Promise<() => void>;

const busy = () => new ApiError(429, "busy", { headers: { "retry-after": "1" } });

/**
 * Limits how many tasks run at once and how many wait. `run` holds a slot during a task, `acquire` until its result
 * is called.
 *
 * @throws {ApiError} 429 `busy` if too many wait, or one has waited too long
 */
export function semaphore({ concurrency, maxWaiting, maxWaitMs }: SemaphoreLimits) {
  const limit = pLimit(concurrency);
  const acquire: Acquire<[]> = () =>
    new Promise((resolve, reject) => {
      if (limit.activeCount >= concurrency && limit.pendingCount >= maxWaiting) return reject(busy());
      let hasTimedOut = false;
      const giveUp = () => {
        hasTimedOut = true;
        reject(busy());
      };
      const timer = maxWaitMs === undefined ? undefined : setTimeout(giveUp, maxWaitMs);
      void limit(async () => {
        clearTimeout(timer);
        if (!hasTimedOut) await new Promise<void>((release) => resolve(release));
      });
    });
  const run = <T>(task: () => Promise<T>): Promise<T> => holding(acquire(), task);
  return { acquire, run };
}

/** Creates a semaphore for each key while it is in use, so that one busy key does not block others. */
export function semaphorePerKey(limits: SemaphoreLimits) {
  const inUse = new Map<string, ReturnType<typeof semaphore> & { users: number }>();
  const acquire: Acquire<[key: string]> = async (key) => {
    const keySemaphore = inUse.get(key) ?? { ...semaphore(limits), users: 0 };
    inUse.set(key, keySemaphore);
    keySemaphore.users += 1;
    const leave = () => {
      keySemaphore.users -= 1;
      if (keySemaphore.users === 0) inUse.delete(key);
    };
    try {
      const release = await keySemaphore.acquire();
      return () => {
        release();
        leave();
      };
    } catch (error) {
      leave();
      throw error;
    }
  };
  const run = <T>(key: string, task: () => Promise<T>): Promise<T> => holding(acquire(key), task);
  return { acquire, run };
}

async function holding<T>(acquired: Promise<() => void>, task: () => Promise<T>): Promise<T> {
  const release = await acquired;
  try {
    return await task();
  } finally {
    release();
  }
}
