import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import type { Database } from "./connect";
import { cachePerRequest, clockOfRequest, withRequestCache } from "./request-cache";
import type { Tx } from "./transaction";
import { transaction } from "./transaction";

let api: TestApi;
let times = 0;
const number = cachePerRequest("number", async (db: Database | Tx, of: string) => {
  const callNumber = ++times;
  await db.execute("select 1");
  if (of === "nothing") throw new Error("There is none");
  return callNumber;
});

beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

test("a query runs once per request for each key", async () => {
  times = 0;
  const runQueries = () => Promise.all([number(api.db, "a"), number(api.db, "a"), number(api.db, "b")]);
  const [first, again, other] = await withRequestCache(new Map(), runQueries);
  expect([again, times]).toEqual([first, 2]);
  expect(other).not.toBe(first);
  await Promise.all([number(api.db, "a"), number(api.db, "a")]);
  expect(times).toBe(4);
});

test("a failure is not cached", () =>
  withRequestCache(new Map(), async () => {
    times = 0;
    await expect(number(api.db, "nothing")).rejects.toThrow("There is none");
    await expect(number(api.db, "nothing")).rejects.toThrow("There is none");
    expect(times).toBe(2);
  }));

test("a transaction sees its own changes", () =>
  withRequestCache(new Map(), async () => {
    const before = await number(api.db, "a");
    expect(await transaction(api.db, (tx) => number(tx, "a"))).not.toBe(before);
  }));

test("the clock stands still within one request", () =>
  withRequestCache(new Map(), () => {
    const before = clockOfRequest(api.deps.clock).now();
    api.pass({ minutes: 1 });
    expect(clockOfRequest(api.deps.clock).now()).toEqual(before);
    expect(api.deps.clock.now()).not.toEqual(before);
  }));
