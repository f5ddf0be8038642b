import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { Client } from "pg";
import { noteRelease, prepareNotes, rejectForeignHistory, rejectNewerDatabase } from "#api/db/release";
import { errorCode } from "#api/db/transaction";
import { version } from "#api/lib/version";
import { prepareQueue } from "#api/queue/queue";

/** An arbitrary number that no other advisory lock uses. */
const startLock = 740_113;
const retryIntervalMs = 100;
const startTimeoutMs = 5 * 60_000;

/** How long a schema change waits for the lock on a table: later queries queue behind it. */
const tableLockTimeout = "3s";
const lockNotAvailable = "55P03";
const duplicateDatabase = new Set(["42P04", "23505"]);

/** Relative to the project's root, where every program is started. Both the sources and the build have migrations. */
const migrationsFolder = resolve(import.meta.env?.PROD ? "build/migrations" : "api/db/migrations");

/** Runs `work` on a connection of its own. */
export async function connected<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  client.on("error", () => {}); // whatever query is under way fails by itself
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Runs `work` in a transaction that holds the startup lock; other processes that start at the same time poll for it.
 * The lock belongs to the transaction and nobody waits inside one, so it works through a pooler in transaction mode,
 * even with few connections.
 */
export async function alone<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  return connected(url, async (client) => {
    const until = Date.now() + startTimeoutMs;
    for (;;) {
      await client.query("begin");
      await client.query("set local statement_timeout = 0");
      await client.query("set local idle_in_transaction_session_timeout = 0");
      const { rows } = await client.query("select pg_try_advisory_xact_lock($1) as taken", [startLock]);
      if (rows[0]?.taken) break;
      await client.query("rollback");
      if (Date.now() > until)
        throw new Error("Another process has been changing the database for five minutes; is it stuck?");
      await pause(retryIntervalMs);
    }
    try {
      const result = await work(client);
      await client.query("commit");
      return result;
    } catch (error) {
      await client.query("rollback").catch(() => {}); // the first error says more
      throw error;
    }
  });
}

/**
 * Migrates a database to the newest migration and the queue to its version. If it is up to date, this costs a few
 * short queries.
 * @param through stops at the migration of this hash: for backups of older releases
 */
export async function migrate(url: string, { through }: { through?: string } = {}): Promise<void> {
  const until = Date.now() + startTimeoutMs;
  for (;;) {
    try {
      await alone(url, (client) => applyMigrations(client, through));
      break;
    } catch (error) {
      if (errorCode(error) !== lockNotAvailable || Date.now() > until) throw error;
      await pause(retryIntervalMs);
    }
  }
  // the queue's own scripts begin and end transactions, so they need a connection other than the one that holds the
  // lock
  await alone(url, () =>
    connected(url, (client) => prepareQueue((text, values) => client.query(text, values))),
  );
}

async function applyMigrations(client: Client, through: string | undefined): Promise<void> {
  await client.query(`set local lock_timeout = '${tableLockTimeout}'`);
  await prepareNotes(client);
  const { rows } = await client.query<{ hash: string }>(
    "select hash from drizzle.__drizzle_migrations order by id",
  );
  const all = readMigrationFiles({ migrationsFolder });
  const last = through === undefined ? all.length - 1 : all.findIndex(({ hash }) => hash === through);
  if (last < 0)
    throw new Error("This version of the service does not know the migrations that are asked for.");
  const selectedMigrations = all.slice(0, last + 1);
  await rejectNewerDatabase(client, version);
  rejectForeignHistory(rows, all);
  for (const { sql, hash, folderMillis } of selectedMigrations.slice(rows.length)) {
    for (const statement of sql) await client.query(statement);
    await client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [
      hash,
      folderMillis,
    ]);
  }
  if (rows.length < selectedMigrations.length) await noteRelease(client, version);
}

/**
 * Returns how many migrations of this release a database lacks.
 *
 * @throws if the database belongs to a release that is too new for this one
 */
export async function countMissingMigrations(url: string): Promise<number> {
  const applied = await connected(url, appliedMigrations);
  return Math.max(0, readMigrationFiles({ migrationsFolder }).length - applied.length);
}

/**
 * Returns the hashes of the migrations that a database has applied, in order.
 *
 * @throws if the database belongs to a release that is too new for this one
 */
export async function appliedMigrations(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ hash: string }>(
    "select hash from drizzle.__drizzle_migrations order by id",
  );
  await rejectNewerDatabase(client, version);
  rejectForeignHistory(rows, readMigrationFiles({ migrationsFolder }));
  return rows.map(({ hash }) => hash);
}

/** Creates the database of this name if it is missing. */
export async function ensureDatabase(adminUrl: string, name: string): Promise<void> {
  await connected(adminUrl, async (client) => {
    const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [name]);
    if (rowCount !== 0) return;
    await client.query(`create database "${name}"`).catch((error: unknown) => {
      // another process created it first
      if (!duplicateDatabase.has(errorCode(error) ?? "")) throw error;
    });
  });
}
