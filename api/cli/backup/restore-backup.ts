import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { loadTables } from "#api/bootstrap/database-copy/load-tables";
import { alone, connected, migrate } from "#api/bootstrap/migrate";
import { connect } from "#api/db/connect";
import { transaction } from "#api/db/transaction";
import type { FileStore } from "#api/integrations/storage/store";
import { checkLedger } from "#api/ledger/ledger";
import { compareVersions, version } from "#api/lib/version";
import type { Manifest, Secrets } from "./format";
import {
  filePath,
  manifestFile,
  manifest as manifestSchema,
  secretsFile,
  secrets as secretsSchema,
} from "./format";
import { openByPassphrase } from "./passphrase-encryption";
import { sha256Of } from "./take-backup";

/** Reads a backup's manifest and decrypts its secrets; changes nothing. */
export async function readBackup(
  folder: string,
  passphrase: string,
): Promise<{ manifest: Manifest; secrets: Secrets }> {
  const text = await readFile(join(folder, manifestFile), "utf8").catch(() => {
    throw new Error(`${folder} has no ${manifestFile}: it is no backup, or one that did not come to its end`);
  });
  const manifest = manifestSchema.parse(JSON.parse(text));
  if (compareVersions(version, manifest.version) < 0)
    throw new Error(
      `The backup was made by version ${manifest.version}; this is ${version}: install that one or a newer one.`,
    );
  const ciphertext = await readFile(join(folder, secretsFile), "utf8");
  return { manifest, secrets: secretsSchema.parse(JSON.parse(openByPassphrase(passphrase, ciphertext))) };
}

/**
 * Restores a backup into an empty database and an empty store, compares every checksum, and migrates the tables to
 * this release.
 * @throws if the database or the store is not empty, or anything differs; the tables are empty then
 */
export async function restoreBackup(
  folder: string,
  manifest: Manifest,
  { databaseUrl, files }: { databaseUrl: string; files: FileStore },
): Promise<void> {
  await requireEmptyTarget(databaseUrl, files);
  for (const { file, sha256 } of manifest.tables) await compareFile(join(folder, file), sha256);
  for (const { id, sha256 } of manifest.files) await compareFile(join(folder, filePath(id)), sha256);

  await migrate(databaseUrl, { through: manifest.migrations.at(-1) });
  await alone(databaseUrl, (client) =>
    loadTables(client, manifest, ({ file }, into) =>
      pipeline(createReadStream(join(folder, file)), createGunzip(), into),
    ),
  );
  await migrate(databaseUrl);
  await requireSoundLedger(databaseUrl);

  for (const { id, bytes } of manifest.files)
    await files.put(createReadStream(join(folder, filePath(id))), { limit: bytes, id });
  await compareStore(files, manifest);
}

async function requireEmptyTarget(databaseUrl: string, files: FileStore): Promise<void> {
  const { rows } = await connected(databaseUrl, (client) =>
    client.query("select 1 from pg_tables where schemaname in ('public', 'pgboss') limit 1"),
  );
  if (rows.length > 0)
    throw new Error("The database is not empty: a backup is restored into an empty one only.");
  for await (const id of files.list())
    throw new Error(`The store of uploads is not empty (${id}): nothing is overwritten.`);
}

async function compareFile(path: string, sha256: string): Promise<void> {
  if ((await sha256Of(path)) !== sha256) throw new Error(`${path} is not as it was when the backup was made`);
}

async function requireSoundLedger(databaseUrl: string): Promise<void> {
  const { db, close } = connect(databaseUrl, 1);
  const faults = await transaction(db, async (tx) => {
    await tx.execute("set local statement_timeout = 0");
    return checkLedger(tx);
  }).finally(close);
  if (faults.length > 0) throw new Error(`The books are not sound: ${faults.slice(0, 5).join("; ")}`);
}

async function compareStore(files: FileStore, manifest: Manifest): Promise<void> {
  for (const { id, sha256 } of manifest.files) {
    const file = await files.open(id);
    const hash = createHash("sha256");
    if (file) for await (const chunk of Readable.fromWeb(file.stream as never)) hash.update(chunk);
    if (hash.digest("hex") !== sha256) throw new Error(`the upload ${id} is not as it was`);
  }
}
