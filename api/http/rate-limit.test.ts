import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import type { RateLimit } from "./rate-limit";
import { consume, consumeUnlessFound, countRequest, giveBack } from "./rate-limit";

let api: TestApi;
let limit: { key: string };
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());
beforeEach(() => {
  limit = { key: api.deps.ids.id() };
});

const spend = (...limits: RateLimit[]) => consume(api.deps, limits);
const count = (one: RateLimit) => countRequest(api.deps, one);
/** Returns the seconds to wait from a rejection; null if the attempt is allowed. */
const waitOf = (tried: Promise<unknown>) =>
  tried.then(
    () => null,
    ({ status, code, extra }) => {
      expect([status, code]).toEqual([429, "tooManyTries"]);
      expect(extra.headers).toEqual({ "retry-after": String(extra.details.count) });
      return extra.details.count;
    },
  );
const times = async (number: number, tried: () => Promise<unknown>) => {
  for (let done = 0; done < number; done++) expect(await waitOf(tried())).toBeNull();
};

test("ten attempts a minute from the first one are allowed; then the rejection says how long to wait", async () => {
  await times(1, () => spend(limit));
  api.pass({ seconds: 20 });
  await times(9, () => spend(limit));
  expect(await waitOf(spend(limit))).toBe(40);
  api.pass({ seconds: 39.5 });
  // half a second is rounded up, so that nobody retries too early
  expect(await waitOf(spend(limit))).toBe(1);
  api.pass({ seconds: 0.5 });
  await times(10, () => spend(limit));
  expect(await waitOf(spend(limit))).toBe(60);
});

test("a limit may have its own count and window", async () => {
  const customLimit = { ...limit, limit: 2, windowSeconds: 3_600 };
  await times(2, () => spend(customLimit));
  api.pass({ minutes: 59 });
  expect(await waitOf(spend(customLimit))).toBe(60);
  api.pass({ minutes: 1 });
  await times(2, () => spend(customLimit));
});

test("an attempt that one limit rejects counts in none of the limits after it", async () => {
  const [narrow, wide] = [{ ...limit, limit: 1 }, { key: `${limit.key} wide` }];
  await times(1, () => spend(narrow, wide));
  for (let tried = 0; tried < 5; tried++) expect(await waitOf(spend(narrow, wide))).toBe(60);
  expect(await count(wide)).toBe(2);
});

test("of concurrent attempts no more than the limit pass, each with its number", async () => {
  const numbers = await Promise.all(Array.from({ length: 20 }, () => count({ ...limit, limit: 5 })));
  const counted = numbers.filter((number) => number !== null);
  expect(counted.toSorted()).toEqual([1, 2, 3, 4, 5]);
});

test("an expired window starts again at one", async () => {
  await times(3, () => spend(limit));
  api.pass({ seconds: 60 });
  expect(await count(limit)).toBe(1);
  api.pass({ seconds: 59 });
  expect(await count(limit)).toBe(2);
});

test("an attempt is given back once, to its own limit, and never more than were spent", async () => {
  const otherLimit = { key: `${limit.key} other` };
  await times(10, () => spend(limit, otherLimit));
  await giveBack(api.deps, [limit]);
  await times(1, () => spend(limit));
  expect(await waitOf(spend(limit))).toBe(60);
  expect(await waitOf(spend(otherLimit))).toBe(60);
  for (let index = 0; index < 15; index++) await giveBack(api.deps, [limit, otherLimit]);
  for (const one of [limit, otherLimit]) {
    await times(10, () => spend(one));
    expect(await waitOf(spend(one))).toBe(60);
  }
});

test("a hit costs nothing; a miss costs an attempt, and beyond the limit no lookup runs", async () => {
  let lookups = 0;
  const lookUp = (found: string | null, one: RateLimit = limit) =>
    consumeUnlessFound(api.deps, one, async () => {
      lookups += 1;
      return found;
    });
  const neighbour = { key: `${limit.key} neighbour` };
  await lookUp(null, neighbour);
  for (let found = 0; found < 12; found++) expect(await lookUp("somebody")).toBe("somebody");
  for (let missed = 0; missed < 10; missed++) {
    expect(await lookUp(null)).toBeNull();
    api.pass({ seconds: 2 });
  }
  lookups = 0;
  expect(await waitOf(lookUp("somebody"))).toBe(40);
  expect(lookups).toBe(0);
  api.pass({ seconds: 40 });
  expect(await lookUp(null)).toBeNull();
  // an expired window starts again, with this miss in it
  expect(await count(limit)).toBe(2);
  api.pass({ seconds: 59 });
  expect(await count(limit)).toBe(3);
});

test("lookups have their own limits and windows, and run one after the other", async () => {
  const own = { ...limit, limit: 3, windowSeconds: 600 };
  let lookups = 0;
  const miss = () =>
    consumeUnlessFound(api.deps, own, async () => {
      lookups += 1;
      return null;
    });
  const waits = await Promise.all(Array.from({ length: 8 }, () => waitOf(miss())));
  expect(waits.filter((wait) => wait === 600)).toHaveLength(5);
  expect(lookups).toBe(3);
  api.pass({ seconds: 599 });
  expect(await waitOf(miss())).toBe(1);
  api.pass({ seconds: 1 });
  expect(await miss()).toBeNull();
});

test("a lookup that throws costs nothing", async () => {
  const broken = consumeUnlessFound(api.deps, limit, async () => {
    throw new Error("the table is gone");
  });
  await expect(broken).rejects.toThrow("the table is gone");
  expect(await count(limit)).toBe(1);
});

test("a window that a wrong clock set too far ahead ends once the clock is right", async () => {
  api.pass({ days: 45 });
  await times(10, () => spend(limit));
  expect(await waitOf(spend(limit))).toBe(60);
  api.pass({ days: -45 });
  await times(10, () => spend(limit));
  expect(await waitOf(spend(limit))).toBe(60);
});

test("the clock of another process may be some seconds ahead", async () => {
  api.pass({ seconds: 30 });
  await times(10, () => spend(limit));
  api.pass({ seconds: -30 });
  expect(await waitOf(spend(limit))).toBe(90);
});
