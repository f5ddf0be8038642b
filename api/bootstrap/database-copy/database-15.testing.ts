import { execFile } from "node:child_process";
import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { connected, ensureDatabase, migrate } from "#api/bootstrap/migrate";
import { fillTables } from "#api/cli/backup/fill-tables.testing";
import { connect } from "#api/db/connect";
import { startPreviousPostgres } from "#api/embedded-postgres/testing/previous-server";
import { testApi } from "#api/testing";

const run = promisify(execFile);

/** Everything that an upgrade must not change. */
export type Contents = Record<"tables" | "sequences" | "definitions", Record<string, unknown>>;

/**
 * Makes a data directory as earlier releases left it: PostgreSQL 15 with demo data, a row in every table, a waiting
 * job and a database of somebody else.
 */
export async function makeDatabase15(): Promise<{ dataDir: string; contents: Contents }> {
  const dataDir = await temporaryFolder();
  const server = await startPreviousPostgres(dataDir);
  const url = server.url("cabinet");
  for (const name of ["cabinet", "somebody_else"]) await ensureDatabase(server.url("postgres"), name);
  await migrate(url);
  const api = await testApi({}, async () => ({ url, ...connect(url) }));
  await fillTables(api);
  await connected(url, (client) =>
    client.query(`insert into pgboss.job (name, data) values ('quick', '{"job": "test"}')`),
  );
  const contents = await contentsOf(url);
  await api.close();
  await server.stop();
  return { dataDir, contents };
}

/** The server's user must be able to enter it. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "cabinet-upgrade-"));
  await chmod(folder, 0o711);
  return folder;
}

/** Copies a data directory with its owners. */
export async function copyOf(dataDir: string): Promise<string> {
  const folder = await temporaryFolder();
  await run("cp", ["-a", join(dataDir, "postgres"), folder]);
  return folder;
}

/** Reads a database without the code that copies it. */
export const contentsOf = (url: string): Promise<Contents> =>
  connected(url, async (client) => {
    const pairs = async (query: string) => {
      const { rows } = await client.query({ text: query, rowMode: "array" });
      return Object.fromEntries(rows as [string, unknown][]);
    };
    const schemas = "('public', 'pgboss', 'drizzle')";
    const { rows: names } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ${schemas} and (schemaname, tablename) <> ('pgboss', 'version')`,
    );
    const tables: Contents["tables"] = {};
    for (const { name } of names) {
      const { rows } = await client.query(
        `select count(*)::int as rows, md5(string_agg(t::text, '|' order by t::text)) as hash from ${name} t`,
      );
      tables[name] = rows[0];
    }
    return {
      tables,
      sequences: await pairs(
        `select schemaname || '.' || sequencename, last_value from pg_sequences where schemaname in ${schemas}`,
      ),
      definitions: await pairs(`
        select 'index ' || indexname, indexdef from pg_indexes where schemaname in ${schemas} union all
        select format('constraint %s of %s', conname, conrelid::regclass), pg_get_constraintdef(oid)
          from pg_constraint where connamespace::regnamespace::text in ${schemas} union all
        select format('trigger %s of %s', tgname, tgrelid::regclass), tgenabled::text || pg_get_triggerdef(oid)
          from pg_trigger where not tgisinternal union all
        select format('column %s of %s', attname, attrelid::regclass),
            format('%s %s %s', format_type(atttypid, atttypmod), attnotnull, attcollation::regcollation)
          from pg_attribute a join pg_class c on c.oid = attrelid
          where relnamespace::regnamespace::text in ${schemas} and attnum > 0 and not attisdropped`),
    };
  });
