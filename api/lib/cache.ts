import { LRUCache } from "lru-cache";

type Value = NonNullable<unknown>;
/** What a cache holds at most: the least recently used entry goes first. */
export type CacheBound<V> = { maxEntries: number } | { maxBytes: number; bytesOf: (value: V) => number };

const optionsOf = <V, E>(bound: CacheBound<V>, unwrap: (entry: E) => V) => ({
  ...("maxEntries" in bound
    ? { max: bound.maxEntries }
    : { maxSize: bound.maxBytes, sizeCalculation: (entry: E) => Math.max(1, bound.bytesOf(unwrap(entry))) }),
  perf: { now: () => Date.now() },
  ttlResolution: 0,
});

export type BoundedCache<V extends Value> = Pick<LRUCache<string, V>, "get" | "set" | "clear">;

/** A cache of this process. This module alone makes caches, so that none is without a bound. */
export const boundedCache = <V extends Value>(bound: CacheBound<V>, ttlMs = 0): BoundedCache<V> =>
  new LRUCache<string, V>({ ...optionsOf(bound, (value: V) => value), ttl: ttlMs });

/** A cache for each owner, such as a database, which goes with it. */
export function cachePerOwner<V extends Value>(bound: CacheBound<V>): (owner: object) => BoundedCache<V> {
  const byOwner = new WeakMap<object, BoundedCache<V>>();
  return (owner) => {
    const cache = byOwner.get(owner) ?? boundedCache(bound);
    byOwner.set(owner, cache);
    return cache;
  };
}

type Make<T> = {
  make: () => Promise<T>;
  /** Whether time changes nothing of it. */
  isForGood?: (made: T) => boolean;
};

/** What only time changes, such as whether a terminal is still heard, is at most so old. */
const maxAgeMs = 10_000;

/**
 * Caches what is made of something with a version, by key, until the version differs or ten seconds have passed. Who asks while it is
 * made waits for the same; a failure is not cached.
 */
export function versionedCache<T>(bound: CacheBound<T>) {
  const cache = new LRUCache<string, { made: T }, Make<T>>({
    ...optionsOf(bound, ({ made }: { made: T }) => made),
    ttl: maxAgeMs,
    // what was pushed out while it was made is still the answer of who waits for it
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { options, context: { make, isForGood } }) => {
      const made = await make();
      if (isForGood?.(made)) options.ttl = 0;
      return { made };
    },
  });
  return async (key: string, version: string, context: Make<T>): Promise<T> =>
    (await cache.forceFetch(`${version}\n${key}`, { context })).made;
}
