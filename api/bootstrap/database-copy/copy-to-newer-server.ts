import { pipeline } from "node:stream/promises";
import type { Client } from "pg";
import { to } from "pg-copy-streams";
import { alone, connected, ensureDatabase, migrate, rejectUnknownHistory } from "#api/bootstrap/migrate";
import { isOutage } from "#api/db/outage";
import { StartupError } from "#api/lib/startup-error";
import { allSchemas, sequencesOf, sumOf, tablesOf, writePlainText } from "./catalogue";
import { loadTables } from "./load-tables";

type UrlOf = (database: string) => string;

/**
 * Copies the cabinet's database to a newer PostgreSQL: all tables, also those of the queue, the migrations and the
 * releases, and the sequences. It has the same migrations there; the start that follows applies the others.
 * @throws StartupError if this release does not know its migrations or a table, or anything differs
 */
export async function copyToNewerServer(from: UrlOf, to: UrlOf): Promise<void> {
  try {
    await copyCabinet(from, to);
  } catch (error) {
    // a server that goes away is an outage, and the caller tries again
    if (isOutage(error) || error instanceof StartupError) throw error;
    throw new StartupError(
      `The database could not be upgraded to the PostgreSQL of this release, and is as before: ${(error as Error).message}`,
      { cause: error },
    );
  }
}

async function copyCabinet(from: UrlOf, to: UrlOf): Promise<void> {
  const isThere = await connected(from("postgres"), async (client) => {
    const { rowCount } = await client.query("select 1 from pg_database where datname = 'cabinet'");
    return rowCount === 1;
  });
  if (!isThere) return; // the first start was interrupted
  await ensureDatabase(to("postgres"), "cabinet");
  await connected(from("cabinet"), async (source) => {
    const hashes = await migrationsOf(source);
    if (hashes.length === 0) return;
    await rejectUnknownHistory(source);
    await migrate(to("cabinet"), { through: hashes.at(-1) });
    await alone(to("cabinet"), (target) => copyTables(source, target));
  });
  // without statistics the first queries would be slow
  await connected(to("cabinet"), (client) => client.query("vacuum (analyze)"));
}

/** Returns the hashes of the applied migrations, in order. */
async function migrationsOf(client: Client): Promise<string[]> {
  const { rows: found } = await client.query(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as is_there",
  );
  if (!found[0]?.is_there) return [];
  const { rows } = await client.query<{ hash: string }>(
    "select hash from drizzle.__drizzle_migrations order by id",
  );
  return rows.map(({ hash }) => hash);
}

async function copyTables(source: Client, target: Client): Promise<void> {
  await source.query("begin isolation level repeatable read read only");
  await writePlainText(source);
  const tables = [];
  for (const shape of await tablesOf(source, allSchemas))
    tables.push({ ...shape, ...(await sumOf(source, shape)) });
  const { rows: queues } = await source.query<{ name: string }>(
    "select name from pgboss.queue order by name",
  );
  const contents = {
    tables,
    sequences: await sequencesOf(source, allSchemas),
    queues: queues.map(({ name }) => name),
  };
  await loadTables(
    target,
    contents,
    ({ name, columns }, into) =>
      pipeline(source.query(to(`copy (select ${columns.join(", ")} from ${name}) to stdout`)), into),
    allSchemas,
  );
  await source.query("commit");
}
