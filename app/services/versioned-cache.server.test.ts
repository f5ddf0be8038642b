import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { versionedCache } from "./versioned-cache.server";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("keeps what was made until its version differs or ten seconds have passed", async () => {
  const kept = versionedCache<number>(10);
  let count = 0;
  const make = async () => ++count;
  const look = (version: string) => kept("a", version, { make });
  expect(await Promise.all([look("1"), look("1")])).toEqual([1, 1]);
  expect(await look("2")).toBe(2);
  vi.advanceTimersByTime(9_999);
  expect(await look("2")).toBe(2);
  vi.advanceTimersByTime(2);
  expect(await look("2")).toBe(3);
});

test("what time does not change stays; what failed is made anew; who asked longest ago goes", async () => {
  const kept = versionedCache<string>(2);
  const made: string[] = [];
  const look = (key: string) =>
    kept(key, "1", {
      make: async () => {
        made.push(key);
        return key;
      },
      isForGood: () => true,
    });
  await look("a");
  vi.advanceTimersByTime(60_000);
  await look("a");
  expect(made).toEqual(["a"]);
  await look("b");
  await look("c");
  await look("a");
  expect(made).toEqual(["a", "b", "c", "a"]);

  const failing = () => Promise.reject(new Error("away"));
  await expect(kept("d", "1", { make: failing })).rejects.toThrow("away");
  expect(await kept("d", "1", { make: async () => "here" })).toBe("here");
});
