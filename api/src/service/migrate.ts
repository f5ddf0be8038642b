import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as applyMigrations } from "drizzle-orm/node-postgres/migrator";
import { Client } from "pg";
import { prepareQueue } from "#api/jobs/queue";

/** Any number that nothing else in the database locks by. */
const startLock = 740_113;

/** Beside this file where it is run from source; where it is bundled into the build, below the project that is run. */
function migrationsFolder(): string {
  const beside = fileURLToPath(new URL("../db/migrations", import.meta.url));
  return existsSync(beside) ? beside : resolve("api/src/db/migrations");
}

/** Runs `work` on a connection that holds the lock of starting: of processes that start together, the others wait. */
export async function alone<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  client.on("error", () => {}); // whatever query is under way fails by itself
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [startLock]);
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Brings a database up to the newest migration and the queue to its version; a few short queries where it is there already. */
export async function migrate(url: string): Promise<void> {
  await alone(url, async (client) => {
    const folder = migrationsFolder();
    await refuseForeignHistory(client, folder);
    await applyMigrations(drizzle(client), { migrationsFolder: folder });
    await prepareQueue((text, values) => client.query(text, values));
  });
}

/** A database whose history is not a beginning of ours can't be brought up to date: better said than half done. */
async function refuseForeignHistory(client: Client, folder: string): Promise<void> {
  const { rows: found } = await client.query(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as is_there",
  );
  if (!found[0]?.is_there) return;
  const { rows } = await client.query<{ hash: string }>(
    "select hash from drizzle.__drizzle_migrations order by id",
  );
  const ours = readMigrationFiles({ migrationsFolder: folder });
  const isNewer = rows.length >= ours.length && ours.every(({ hash }, index) => rows[index]?.hash === hash);
  const isOlder = rows.every(({ hash }, index) => ours[index]?.hash === hash);
  if (!isNewer && !isOlder)
    throw new Error(
      "The database was made by another, unreleased version of the service, whose tables can't be brought up to this one. " +
        "Set DATA_DIR to a new folder (or DATABASE_URL to an empty database).",
    );
}

/** Makes the database of this name where it is missing. */
export async function ensureDatabase(adminUrl: string, name: string): Promise<void> {
  await alone(adminUrl, async (client) => {
    const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [name]);
    if (rowCount === 0) await client.query(`create database "${name}"`);
  });
}
