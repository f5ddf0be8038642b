import { connected } from "#api/bootstrap/migrate";
import type { Manifest } from "./format";

export const rowsOf = ({ tables }: Manifest): number => tables.reduce((sum, { rows }) => sum + rows, 0);

/**
 * Records a backup in its database, so that metrics can report the age of the newest one. The database of an older
 * release, which is backed up before its upgrade, has no table for it.
 */
export async function recordBackup(databaseUrl: string, folder: string, manifest: Manifest): Promise<void> {
  await connected(databaseUrl, async (client) => {
    const { rows } = await client.query("select to_regclass('public.backups') is not null as found");
    if (!rows[0].found) return;
    await client.query("insert into backups (made_at, folder, rows, files) values ($1, $2, $3, $4)", [
      manifest.madeAt,
      folder,
      rowsOf(manifest),
      manifest.files.length,
    ]);
  });
}

/** Records that a backup was restored as a test and was complete. Also accepts a backup that was made elsewhere. */
export async function recordRestore(
  databaseUrl: string,
  { folder, manifest, restoredAt }: { folder: string; manifest: Manifest; restoredAt: Date },
): Promise<void> {
  await connected(databaseUrl, async (client) => {
    const noted = await client.query("update backups set restored_at = $1 where made_at = $2", [
      restoredAt,
      manifest.madeAt,
    ]);
    if (noted.rowCount === 0)
      await client.query(
        "insert into backups (made_at, folder, rows, files, restored_at) values ($1, $2, $3, $4, $5)",
        [manifest.madeAt, folder, rowsOf(manifest), manifest.files.length, restoredAt],
      );
  });
}
