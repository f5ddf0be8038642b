import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureDatabase } from "#api/bootstrap/migrate";
import { startPrivatePostgres } from "#api/embedded-postgres/index";
import { diskFiles } from "#api/integrations/storage/disk";
import { randomIds } from "#api/lib/ids";
import type { Manifest } from "./format";
import { readBackup, restoreBackup } from "./restore-backup";

export type Tried = { folder: string; manifest: Manifest };

/**
 * Restores the newest backup of a folder into a temporary database and store, which are removed afterwards. Compares
 * every checksum, as a restore does.
 *
 * @param temporary an empty folder; by default a new one
 * @throws if there is no backup, or it can't be restored
 */
export async function tryRestore(backups: string, passphrase: string, temporary?: string): Promise<Tried> {
  const newest = await newestBackup(backups, passphrase);
  const work = temporary ?? (await mkdtemp(join(tmpdir(), "cabinet-drill-")));
  const server = await startPrivatePostgres(work);
  try {
    await ensureDatabase(server.url("postgres"), "drill");
    const files = diskFiles({ folder: join(work, "files"), makeId: randomIds.id });
    await restoreBackup(newest.folder, newest.manifest, { databaseUrl: server.url("drill"), files });
    return newest;
  } finally {
    await server.remove();
    await rm(work, { recursive: true, force: true });
  }
}

/** Returns the newest complete backup. */
async function newestBackup(backups: string, passphrase: string): Promise<Tried> {
  const entries = await readdir(backups, { withFileTypes: true });
  const readableBackups: Tried[] = [];
  for (const entry of entries.filter((one) => one.isDirectory())) {
    const folder = join(backups, entry.name);
    const read = await readBackup(folder, passphrase).catch((error: Error) => {
      console.error(`Passed over: ${error.message}`);
      return null;
    });
    if (read) readableBackups.push({ folder, manifest: read.manifest });
  }
  const [newest] = readableBackups.sort((one, other) =>
    one.manifest.madeAt < other.manifest.madeAt ? 1 : -1,
  );
  if (!newest) throw new Error(`There is no whole backup in ${backups}.`);
  return newest;
}
