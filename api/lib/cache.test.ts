import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { boundedCache, versionedCache } from "./cache";

/** Size of an entry with a short key and value, with some room. */
const entryBytes = 300;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("caches a value until its version differs or ten seconds have passed", async () => {
  const cached = versionedCache<number>({ name: "test", maxBytes: 10_000 });
  let count = 0;
  const compute = async () => ++count;
  const get = (version: string) => cached("a", version, { compute });
  expect(await Promise.all([get("1"), get("1")])).toEqual([1, 1]);
  expect(await get("2")).toBe(2);
  vi.advanceTimersByTime(9_999);
  expect(await get("2")).toBe(2);
  vi.advanceTimersByTime(2);
  expect(await get("2")).toBe(3);
});

test("caches permanent values, does not cache failures, and evicts the least recently used", async () => {
  const cached = versionedCache<string>({ name: "test", maxBytes: 2 * entryBytes });
  const computed: string[] = [];
  const get = (key: string) =>
    cached(key, "1", {
      compute: async () => {
        computed.push(key);
        return key;
      },
      isPermanent: () => true,
    });
  await get("a");
  vi.advanceTimersByTime(60_000);
  await get("a");
  expect(computed).toEqual(["a"]);
  await get("b");
  await get("c");
  await get("a");
  expect(computed).toEqual(["a", "b", "c", "a"]);

  const failing = () => Promise.reject(new Error("away"));
  await expect(cached("d", "1", { compute: failing })).rejects.toThrow("away");
  expect(await cached("d", "1", { compute: async () => "here" })).toBe("here");
});

test("answers callers whose value was evicted while it was computed", async () => {
  const cached = versionedCache<string | null>({ name: "test", maxBytes: 1.5 * entryBytes });
  const get = (key: string, value: string | null) => cached(key, "1", { compute: async () => value });
  expect(await Promise.all([get("a", "aaa"), get("b", "bbb"), get("c", null)])).toEqual(["aaa", "bbb", null]);
  // a value larger than the bound is returned, and not cached
  expect(await get("d", "d".repeat(1000))).toBe("d".repeat(1000));
  expect(await get("d", "another")).toBe("another");
});

test("a cache bounded in bytes evicts the least recently used", () => {
  const cache = boundedCache<string>({ name: "test", maxBytes: 2 * entryBytes });
  cache.set("a", "aaa");
  cache.set("b", "bbb");
  cache.get("a");
  cache.set("c", "c");
  expect([cache.get("a"), cache.get("b"), cache.get("c")]).toEqual(["aaa", undefined, "c"]);
  // a long key counts too
  cache.set("k".repeat(100), "");
  expect([cache.get("a"), cache.get("c")]).toEqual([undefined, undefined]);
});
