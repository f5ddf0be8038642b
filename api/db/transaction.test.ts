import { sql } from "drizzle-orm";
import type { PoolClient } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { testDatabase } from "#api/testing/test-database";
import type { Database } from "./connect";
import { connect } from "./connect";
import { transaction } from "./transaction";

let database: Awaited<ReturnType<typeof testDatabase>>;
let narrow: { db: Database; close: () => Promise<void> };
beforeEach(async () => {
  database = await testDatabase();
  narrow = connect(database.url, 1);
});
afterEach(async () => {
  await narrow.close();
  await database.close();
});

const selectOne = (db: Database) =>
  transaction(db, (tx) => tx.execute<{ selectOne: number }>(sql`select 1 as one`));
const breakOff = (client: PoolClient) =>
  (client as unknown as { connection: { stream: { destroy: () => void } } }).connection.stream.destroy();

test("a connection that breaks before its transaction begins is replaced", async () => {
  for (let outage = 0; outage < 3; outage++) {
    narrow.db.$client.once("acquire", breakOff);
    await expect(selectOne(narrow.db)).rejects.toThrow();
  }
  expect((await selectOne(narrow.db)).rows).toEqual([{ one: 1 }]);
});

test("a connection that breaks within its transaction is replaced", async () => {
  const broken = transaction(narrow.db, (tx) =>
    tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`),
  );
  await expect(broken).rejects.toThrow();
  expect((await selectOne(narrow.db)).rows).toEqual([{ one: 1 }]);
});

test("an error rolls the transaction back and reaches the caller unchanged", async () => {
  const error = new Error("refused");
  const work = transaction(narrow.db, async (tx) => {
    await tx.execute(sql`create table half_done (id int)`);
    throw error;
  });
  await expect(work).rejects.toBe(error);
  const { rows } = await narrow.db.execute(sql`select to_regclass('half_done') as found`);
  expect(rows).toEqual([{ found: null }]);
});

test("a transaction can read from one snapshot", async () => {
  const level = await transaction(narrow.db, (tx) => tx.execute(sql`show transaction_isolation`), {
    isolationLevel: "repeatable read",
  });
  expect(level.rows).toEqual([{ transaction_isolation: "repeatable read" }]);
});

/** Returns all messages in the chain of causes: Drizzle wraps the driver's errors. */
function messagesOf(error: unknown): string[] {
  return error instanceof Error ? [error.message, ...messagesOf(error.cause)] : [];
}

test.each<[string, () => Promise<unknown>]>([
  ["a query", () => narrow.db.execute(sql`select 1`)],
  ["a second transaction", () => selectOne(narrow.db)],
  ["the pool itself", async () => narrow.db.$client.query("select 1")],
])(
  "inside a transaction %s on the pool is rejected, so that nothing waits for a second connection",
  async (_, query) => {
    const error: unknown = await transaction(narrow.db, query).catch((thrown: unknown) => thrown);
    expect(messagesOf(error)).toContain(
      "The pool's db was used inside a transaction: ask the transaction's own tx",
    );
    expect((await selectOne(narrow.db)).rows).toEqual([{ one: 1 }]);
  },
);

test("work that a transaction started and did not await may use the pool after it ends", async () => {
  let later: Promise<unknown> = Promise.resolve();
  let release = () => {};
  const over = new Promise<void>((resolve) => {
    release = resolve;
  });
  await transaction(narrow.db, async () => {
    later = over.then(() => selectOne(narrow.db));
  });
  release();
  await expect(later).resolves.toBeTruthy();
});
