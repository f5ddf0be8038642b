import { afterAll, beforeAll, expect, test } from "vitest";
import { version } from "#api/lib/version";
import { testDatabase } from "#api/testing/test-database";
import { alone, connected, migrate } from "./migrate";

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase({ isEmpty: true });
});
afterAll(() => database.close());
const query = (sql: string) => connected(database.url, async (client) => (await client.query(sql)).rows);

test("processes that start together migrate once, and record the release", async () => {
  await Promise.all([1, 2, 3].map(() => migrate(database.url)));
  expect((await query("select version from drizzle.releases")).map((row) => row.version)).toEqual([version]);
});

test("the startup lock belongs to a transaction and is released if its holder dies", async () => {
  let isLocked = false;
  const holder = alone(database.url, async (client) => {
    isLocked = true;
    const { rows } = await client.query(
      "select locktype from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()",
    );
    expect(rows).toHaveLength(1);
    const { rows: state } = await client.query(
      "select pg_current_xact_id_if_assigned(), now() = statement_timestamp() as is_first",
    );
    expect(state[0].is_first).toBe(false);
    await client.query("select pg_terminate_backend(pg_backend_pid())");
  });
  await expect(holder).rejects.toThrow();
  expect(isLocked).toBe(true);
  expect(await alone(database.url, async () => "free")).toBe("free");
});

test("a release that is too old for the database names the release to install", async () => {
  await query("insert into drizzle.releases (version, oldest) values ('9.1.0', '9.0.0')");
  await expect(migrate(database.url)).rejects.toThrow(
    /belongs to version 9\.1\.0, which needs at least 9\.0\.0.*npm run restore/,
  );
  await query("delete from drizzle.releases where version = '9.1.0'");
  await migrate(database.url);
});

test("a database of a newer release that changed nothing of the schema still works", async () => {
  await query(
    "insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a newer release', 9999999999999)",
  );
  await migrate(database.url);
});

test("a database from before 1.0 is rejected with an explanation", async () => {
  await query(
    "update drizzle.__drizzle_migrations set hash = 'another' where id = (select min(id) from drizzle.__drizzle_migrations)",
  );
  await expect(migrate(database.url)).rejects.toThrow(/before 1\.0.*DATA_DIR/);
});
