import type { Client } from "pg";
import { StartupError } from "#api/lib/startup-error";
import { compareVersions } from "#api/lib/version";

/**
 * The oldest release that can still work on the database as this one leaves it. A release that only adds does not
 * change it; one that removes what its predecessor reads (a contract migration) raises it to the first release that
 * no longer reads it.
 */
export const oldestRelease = "1.0.0";

/**
 * Creates the tables that record the migrations and releases that a database has had; drizzle-kit looks in the schema
 * `drizzle`.
 */
export async function prepareNotes(client: Client): Promise<void> {
  const { rows } = await client.query("select to_regclass('drizzle.releases') is not null as is_there");
  if (rows[0]?.is_there) return;
  await client.query("create schema if not exists drizzle");
  await client.query(
    "create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)",
  );
  await client.query(
    "create table drizzle.releases (version text not null, oldest text not null, at timestamptz not null default now())",
  );
}

/** Records which release changed the database. */
export async function noteRelease(client: Client, version: string): Promise<void> {
  await client.query("insert into drizzle.releases (version, oldest) values ($1, $2)", [
    version,
    oldestRelease,
  ]);
}

/** Throws if this release is too old for the database: it would read columns that no longer exist. */
export async function rejectNewerDatabase(client: Client, version: string): Promise<void> {
  const { rows } = await client.query<{ version: string; oldest: string }>(
    "select version, oldest from drizzle.releases order by at desc, ctid desc",
  );
  const tooNew = rows.find(({ oldest }) => compareVersions(version, oldest) < 0);
  if (tooNew)
    throw new StartupError(
      `The database belongs to version ${tooNew.version}, which needs at least ${tooNew.oldest}; this is ${version}. ` +
        `Install ${tooNew.oldest} or newer, or restore a backup that was made before (npm run restore).`,
    );
}

/**
 * Throws if the database's migrations are not a prefix of ours: it can't be migrated, and a clear error is better
 * than a partial change.
 */
export function rejectForeignHistory(
  applied: readonly { hash: string }[],
  ownMigrations: readonly { hash: string }[],
): void {
  const isKin = ownMigrations.every(
    ({ hash }, index) => index >= applied.length || applied[index]?.hash === hash,
  );
  if (!isKin)
    throw new StartupError(
      "The database was made by a version of before 1.0, or by a changed copy of the service, whose tables can't be brought up to this one. " +
        "Start the version that made it and keep what you need, then set DATA_DIR to a new folder (or DATABASE_URL to an empty database).",
    );
}
