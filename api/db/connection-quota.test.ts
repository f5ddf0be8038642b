import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { testDatabase } from "#api/testing/test-database";
import type { Database } from "./connect";
import { connect } from "./connect";
import { onBehalfOf } from "./connection-quota";
import { transaction } from "./transaction";

let database: Awaited<ReturnType<typeof testDatabase>>;
let pool: { db: Database; close: () => Promise<void> };
beforeAll(async () => {
  database = await testDatabase();
  pool = connect(database.url, 10);
});
afterAll(async () => {
  await pool.close();
  await database.close();
});

// a Drizzle query starts when it is awaited
const slow = async (seconds = 0.2) => await pool.db.execute(sql`select pg_sleep(${seconds})`);
const busyConnections = () => pool.db.$client.totalCount - pool.db.$client.idleCount;

test("one client holds at most four connections of a pool of ten, in queries and transactions, and all requests are served", async () => {
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, busyConnections());
  }, 5);
  const many = onBehalfOf("greedy", () =>
    Promise.all(
      Array.from({ length: 12 }, (_, n) => (n % 2 ? slow() : transaction(pool.db, () => slowly()))),
    ),
  );
  await many;
  clearInterval(watch);
  expect(most).toBe(4);
});
const slowly = () => new Promise<void>((resolve) => setTimeout(resolve, 100));

test("other clients do not wait meanwhile", async () => {
  const greedy = onBehalfOf("greedy", () => Promise.all(Array.from({ length: 40 }, () => slow(0.1))));
  const startedAt = performance.now();
  await Promise.all(["a", "b", "c"].map((client) => onBehalfOf(client, () => slow(0))));
  await pool.db.execute(sql`select 1`);
  const waited = performance.now() - startedAt;
  let isServed = false;
  greedy.then(() => {
    isServed = true;
  });
  expect(isServed).toBe(false);
  expect(waited).toBeLessThan(900);
  await greedy;
});

test("a request that has waited five seconds for its quota is rejected, and no connection stays held", async () => {
  let leave = () => {};
  const released = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const holding = onBehalfOf("stuck", () =>
    Promise.all(Array.from({ length: 4 }, () => transaction(pool.db, () => released))),
  );
  await vi.waitFor(() => expect(busyConnections()).toBe(4));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const waiting = onBehalfOf("stuck", () => slow(0)).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(await Promise.race([waiting, "still waiting"])).toBe("still waiting");
    await vi.advanceTimersByTimeAsync(1);
    expect(await waiting).toMatchObject({ cause: { status: 429, code: "busy" } });
  } finally {
    vi.useRealTimers();
  }
  leave();
  await holding;
  await onBehalfOf("stuck", () => slow(0));
  expect(busyConnections()).toBe(0);
});

test("all guests together leave four of ten connections to signed-in clients", async () => {
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, busyConnections());
  }, 5);
  const flood = Promise.all(
    Array.from({ length: 30 }, (_, n) => onBehalfOf(`address ${n}`, () => slow(0.1), true)),
  );
  let isServed = false;
  flood.then(() => {
    isServed = true;
  });
  // the client's own quota is checked before the guests'
  await onBehalfOf("address 1", () => slow(0));
  await onBehalfOf("client", () => slow(0));
  expect(isServed).toBe(false);
  await flood;
  clearInterval(watch);
  expect(most).toBeGreaterThanOrEqual(6);
  expect(most).toBeLessThanOrEqual(8);
  expect(busyConnections()).toBe(0);
});
