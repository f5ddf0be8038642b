import { LRUCache } from "lru-cache";
import { memorySize } from "./memory-size";

type Value = NonNullable<unknown>;

/** Size limit of a cache in bytes, keys and values together. The least recently used entry is evicted first. */
export type CacheBound = {
  /** The cache's name in `declaredCaches`; unique. */
  name: string;
  maxBytes: number;
};

/** Overhead of an entry besides key and value: map slot and list node. */
const entryBytes = 160;

const optionsOf = ({ maxBytes }: CacheBound) => ({
  maxSize: maxBytes,
  sizeCalculation: (value: unknown, key: string) => entryBytes + memorySize(key) + memorySize(value),
  perf: { now: () => Date.now() },
  ttlResolution: 0,
});

export type BoundedCache<V extends Value> = Pick<LRUCache<string, V>, "get" | "set" | "clear">;

/** A cache's limit and current size. */
export type DeclaredCache = Pick<LRUCache<string, Value>, "calculatedSize" | "maxSize" | "set" | "clear">;

const declared = new Map<string, DeclaredCache>();

/** Returns the caches of this process by name; for caches per owner, the newest one. */
export const declaredCaches = (): ReadonlyMap<string, DeclaredCache> => declared;

function declare<C>(name: string, cache: C): C {
  declared.set(name, cache as DeclaredCache);
  return cache;
}

/**
 * Creates a cache in this process. Only this module creates caches, so that each is bounded in bytes
 * (`tools/checks/caches.slow.test.ts`).
 */
export const boundedCache = <V extends Value>(bound: CacheBound, ttlMs = 0): BoundedCache<V> =>
  declare(bound.name, new LRUCache<string, V>({ ...optionsOf(bound), ttl: ttlMs }));

/** Creates a cache for each owner, such as a database, which is garbage-collected with it. */
export function cachePerOwner<V extends Value>(bound: CacheBound): (owner: object) => BoundedCache<V> {
  const byOwner = new WeakMap<object, BoundedCache<V>>();
  return (owner) => {
    const cache = byOwner.get(owner) ?? boundedCache<V>(bound);
    byOwner.set(owner, cache);
    return cache;
  };
}

type Computation<T> = {
  compute: () => Promise<T>;
  /** Returns whether the value never changes with time. */
  isPermanent?: (value: T) => boolean;
};

/** The maximum age of values that change with time only, such as whether a terminal still posts. */
const maxAgeMs = 10_000;

/**
 * Caches values by key until their version differs or ten seconds have passed. Concurrent callers share one
 * computation; failures are not cached.
 */
export function versionedCache<T>(bound: CacheBound) {
  const cache = new LRUCache<string, { value: T }, Computation<T>>({
    ...optionsOf(bound),
    ttl: maxAgeMs,
    // an entry evicted while it is computed is still returned to its callers
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { options, context: { compute, isPermanent } }) => {
      const value = await compute();
      if (isPermanent?.(value)) options.ttl = 0;
      return { value };
    },
  });
  declare(bound.name, cache);
  return async (key: string, version: string, context: Computation<T>): Promise<T> =>
    (await cache.forceFetch(`${version}\n${key}`, { context })).value;
}
