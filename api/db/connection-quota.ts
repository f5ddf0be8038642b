import { AsyncLocalStorage } from "node:async_hooks";
import { semaphore, semaphorePerKey } from "#api/lib/semaphore";

type Holder = { client: string; isGuest: boolean };

const holder = new AsyncLocalStorage<Holder | undefined>();

const queueLimits = { maxWaiting: 500, maxWaitMs: 5_000 };

/**
 * Runs `work` for a client: what it asks the database counts to that client's share, and a guest's to that of all guests too.
 * `undefined` is the service itself.
 */
export const onBehalfOf = <T>(client: string | undefined, work: () => T, isGuest = false): T =>
  holder.run(client === undefined ? undefined : { client, isGuest }, work);

/**
 * Bounds the connections that each client holds, and those that all guests hold together: a flood from many addresses leaves the rest
 * to those who are signed in. The answer acquires one for the current client and returns how to release it.
 *
 * @throws {ApiError} 429 `busy` where too many wait for the same quota, or one has waited for five seconds
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
