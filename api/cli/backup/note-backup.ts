import { connected } from "#api/bootstrap/migrate";
import type { Manifest } from "./format";

export const rowsOf = ({ tables }: Manifest): number => tables.reduce((sum, { rows }) => sum + rows, 0);

/**
 * Notes a backup in the database that it is of, so that metrics can tell how old the newest one is. A database of a release before this
 * one, which is backed up before it is upgraded, has no place for it.
 */
export async function noteBackup(databaseUrl: string, folder: string, manifest: Manifest): Promise<void> {
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

/** Notes that a backup was restored to try it, and was whole. One that was made elsewhere is noted too. */
export async function noteRestored(
  databaseUrl: string,
  { folder, manifest, at }: { folder: string; manifest: Manifest; at: Date },
): Promise<void> {
  await connected(databaseUrl, async (client) => {
    const noted = await client.query("update backups set restored_at = $1 where made_at = $2", [
      at,
      manifest.madeAt,
    ]);
    if (noted.rowCount === 0)
      await client.query(
        "insert into backups (made_at, folder, rows, files, restored_at) values ($1, $2, $3, $4, $5)",
        [manifest.madeAt, folder, rowsOf(manifest), manifest.files.length, at],
      );
  });
}
