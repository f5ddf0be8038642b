import { pipeline } from "node:stream/promises";
import type { Client } from "pg";
import { to } from "pg-copy-streams";
import { alone, appliedMigrations, connected, ensureDatabase, migrate } from "#api/bootstrap/migrate";
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
    const last = (await hasMigrations(source)) && (await appliedMigrations(source)).at(-1);
    if (!last) return;
    await migrate(to("cabinet"), { through: last });
    await alone(to("cabinet"), (target) => copyTables(source, target));
  });
  // without statistics the first queries would be slow
  await connected(to("cabinet"), (client) => client.query("vacuum (analyze)"));
}

async function hasMigrations(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ isThere: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as "isThere"`,
  );
  return rows[0]?.isThere ?? false;
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
