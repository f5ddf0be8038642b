import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { Client } from "pg";
import { to } from "pg-copy-streams";
import { sequencesOf, sumOf, tablesOf, writePlainText } from "#api/bootstrap/database-copy/catalogue";
import { connected } from "#api/bootstrap/migrate";
import type { FileStore } from "#api/integrations/storage/store";
import { version } from "#api/lib/version";
import type { Manifest, Secrets, TableCopy } from "./format";
import { filePath, formatVersion, manifestFile, secretsFile } from "./format";
import { encryptWithPassphrase } from "./passphrase-encryption";

type Backup = {
  databaseUrl: string;
  files: FileStore;
  secrets: Secrets;
  passphrase: string;
  folder: string;
  now: Date;
};

/**
 * Writes a backup while the service runs: all tables as of one moment, every upload, the encrypted secrets.
 * @throws if the folder is not empty
 */
export async function takeBackup(backup: Backup): Promise<Manifest> {
  const { databaseUrl, files, folder } = backup;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0)
    throw new Error(`${folder} is not empty: give each backup a folder of its own`);
  const ciphertext = encryptWithPassphrase(backup.passphrase, JSON.stringify(backup.secrets));
  await writeFile(join(folder, secretsFile), ciphertext, { mode: 0o600 });

  // Files are written before their rows and deleted before them. Files from before the snapshot are copied before it,
  // newer ones after it, so one of the two passes sees every file that a row refers to.
  const backedUp = new Map<string, Manifest["files"][number]>();
  await copyFiles(files, folder, backedUp);
  const database = await connected(databaseUrl, (client) => copyDatabase(client, folder));
  await copyFiles(files, folder, backedUp);

  const manifest: Manifest = {
    format: formatVersion,
    version,
    madeAt: backup.now.toISOString(),
    ...database,
    files: [...backedUp.values()].sort((one, other) => (one.id < other.id ? -1 : 1)),
  };
  const draft = join(folder, `${manifestFile}.part`);
  await writeFile(draft, `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600, flush: true });
  await rename(draft, join(folder, manifestFile));
  return manifest;
}

type OfDatabase = Pick<Manifest, "migrations" | "tables" | "sequences" | "queues">;

async function copyDatabase(client: Client, folder: string): Promise<OfDatabase> {
  await mkdir(join(folder, "tables"), { mode: 0o700 });
  await client.query("begin isolation level repeatable read read only");
  await writePlainText(client);
  const tables: TableCopy[] = [];
  for (const shape of await tablesOf(client)) {
    const file = `tables/${shape.name.replace(/[^\w.]/g, "_")}.copy.gz`;
    const statement = `copy (select ${shape.columns.join(", ")} from ${shape.name}) to stdout`;
    const rows = client.query(to(statement));
    await pipeline(rows, createGzip(), createWriteStream(join(folder, file), { mode: 0o600, flush: true }));
    tables.push({
      ...shape,
      ...(await sumOf(client, shape)),
      file,
      sha256: await sha256Of(join(folder, file)),
    });
  }
  const migrations = await client.query<{ hash: string }>(
    "select hash from drizzle.__drizzle_migrations order by id",
  );
  const queues = await client.query<{ name: string }>("select name from pgboss.queue order by name");
  // read last, because sequences are not part of the snapshot: never behind the rows
  const sequences = await sequencesOf(client);
  await client.query("commit");
  return {
    migrations: migrations.rows.map(({ hash }) => hash),
    tables,
    sequences,
    queues: queues.rows.map(({ name }) => name),
  };
}

async function copyFiles(
  files: FileStore,
  folder: string,
  backedUp: Map<string, Manifest["files"][number]>,
): Promise<void> {
  for await (const id of files.list()) {
    if (backedUp.has(id)) continue;
    const file = await files.open(id);
    if (!file) continue; // removed since it was listed
    const path = join(folder, filePath(id));
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const hash = createHash("sha256");
    let bytes = 0;
    const counted = async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.byteLength;
        yield chunk;
      }
    };
    await pipeline(
      Readable.fromWeb(file.stream as never),
      counted,
      createWriteStream(path, { mode: 0o600, flush: true }),
    );
    if (bytes !== file.bytes) {
      await rm(path);
      throw new Error(`the upload ${id} has ${file.bytes} bytes, of which ${bytes} were read`);
    }
    backedUp.set(id, { id, bytes, sha256: hash.digest("hex") });
  }
}

/** Returns the SHA-256 of a file, in hex. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest("hex");
}
