import {
  countClients,
  inClients,
  nameOfDatabase,
  requireEmbeddedData,
} from "#api/bootstrap/existing-database";
import { ensureDatabase } from "#api/bootstrap/migrate";
import { startPrivatePostgres } from "#api/embedded-postgres/index";
import { bucketOf, chooseFiles } from "#api/integrations/storage/index";
import type { FileStore } from "#api/integrations/storage/store";
import type { Environment } from "#api/lib/environment";
import { environment } from "#api/lib/environment";

type Surroundings = { databaseUrl: string; files: FileStore; passphrase: string };

/**
 * Opens the database and the uploads that the settings name, without the service. Connects to a running embedded
 * PostgreSQL, or starts a stopped one for the duration of `work`.
 */
export async function withDatabaseAndFiles<T>(
  work: (found: Surroundings) => Promise<T>,
  { env = environment(), mayCreate = false }: { env?: Environment; mayCreate?: boolean } = {},
): Promise<T> {
  const { DATABASE_URL, DATA_DIR: dataDir, BACKUP_PASSPHRASE: passphrase } = env;
  if (!passphrase)
    throw new Error(
      "Set BACKUP_PASSPHRASE: it seals the secrets of a backup, and without it no backup can be restored.",
    );
  if (!mayCreate) requireEmbeddedData(env);
  const files = chooseFiles({ dataDir, bucket: bucketOf(env) });
  const server = DATABASE_URL ? null : await startPrivatePostgres(dataDir);
  try {
    if (server && mayCreate) await ensureDatabase(server.url("postgres"), "cabinet");
    const databaseUrl = DATABASE_URL ?? server?.url("cabinet") ?? "";
    if (!mayCreate) {
      const name = nameOfDatabase(env);
      console.error(`Working on ${name}, ${inClients(await countClients(databaseUrl, name))}.`);
    }
    return await work({ databaseUrl, files, passphrase });
  } finally {
    await server?.stop();
  }
}
