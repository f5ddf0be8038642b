import { AsyncLocalStorage } from "node:async_hooks";
import { semaphore, semaphorePerKey } from "#api/lib/semaphore";

type Holder = { client: string; isGuest: boolean };

const holder = new AsyncLocalStorage<Holder | undefined>();

const queueLimits = { maxWaiting: 500, maxWaitMs: 5_000 };

/**
 * Runs `work` for a client: its connections count towards that client's quota, and a guest's also towards the quota
 * of all guests. `undefined` is the service itself.
 */
export const onBehalfOf = <T>(client: string | undefined, work: () => T, isGuest = false): T =>
  holder.run(client === undefined ? undefined : { client, isGuest }, work);

/**
 * Bounds the connections of each client, and those of all guests together: a flood from many addresses leaves the
 * rest to signed-in clients. The returned function acquires one for the current client and resolves to its release
 * function.
 *
 * @throws {ApiError} 429 `busy` if too many wait for the same quota, or one has waited for five seconds
 */
export function connectionQuotas(ofOne: number, ofGuests: number): () => Promise<() => void> {
  const perClient = semaphorePerKey({ concurrency: ofOne, ...queueLimits });
  const guests = semaphore({ concurrency: ofGuests, ...queueLimits });
  return async () => {
    const current = holder.getStore();
    if (!current) return () => {};
    const release = await perClient.acquire(current.client);
    if (!current.isGuest) return release;
    try {
      const releaseGuest = await guests.acquire();
      return () => {
        releaseGuest();
        release();
      };
    } catch (error) {
      release();
      throw error;
    }
  };
}
