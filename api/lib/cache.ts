import { LRUCache } from "lru-cache";

type Value = NonNullable<unknown>;
/** The size limit of a cache: the least recently used entry is evicted first. */
export type CacheBound<V> = { maxEntries: number } | { maxBytes: number; bytesOf: (value: V) => number };

const optionsOf = <V, E>(bound: CacheBound<V>, unwrap: (entry: E) => V) => ({
  ...("maxEntries" in bound
    ? { max: bound.maxEntries }
    : { maxSize: bound.maxBytes, sizeCalculation: (entry: E) => Math.max(1, bound.bytesOf(unwrap(entry))) }),
  perf: { now: () => Date.now() },
  ttlResolution: 0,
});

export type BoundedCache<V extends Value> = Pick<LRUCache<string, V>, "get" | "set" | "clear">;

/** Creates a cache in this process. Only this module creates caches, so that none is without a bound. */
export const boundedCache = <V extends Value>(bound: CacheBound<V>, ttlMs = 0): BoundedCache<V> =>
  new LRUCache<string, V>({ ...optionsOf(bound, (value: V) => value), ttl: ttlMs });

/** Creates a cache for each owner, such as a database, which is garbage-collected with it. */
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
  /** Returns whether the value never changes with time. */
  isForGood?: (made: T) => boolean;
};

/** The maximum age of values that change with time only, such as whether a terminal still posts. */
const maxAgeMs = 10_000;

/**
 * Caches values by key until their version differs or ten seconds have passed. Concurrent callers share one
 * computation; failures are not cached.
 */
export function versionedCache<T>(bound: CacheBound<T>) {
  const cache = new LRUCache<string, { made: T }, Make<T>>({
    ...optionsOf(bound, ({ made }: { made: T }) => made),
    ttl: maxAgeMs,
    // an entry evicted while it is computed is still returned to its callers
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
