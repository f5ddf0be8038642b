import "./load-deployment";
import { resolve } from "node:path";
import { Command } from "commander";
import { environment } from "#api/lib/environment";
import { readBackup, restoreBackup } from "./backup/restore-backup";
import { restoreSecret } from "./backup/restore-secret";
import { withDatabaseAndFiles } from "./backup/with-database-and-files";

/** `npm run restore -- <folder>`: restores a backup into an empty database and an empty DATA_DIR. */
const program = new Command("restore")
  .description("Restores a backup into an empty database and DATA_DIR, and verifies every sum.")
  .argument("<folder>", "what npm run backup has written")
  .action(async (backupPath: string) => {
    const folder = resolve(backupPath);
    const manifest = await withDatabaseAndFiles(
      async ({ passphrase, ...found }) => {
        const backup = await readBackup(folder, passphrase);
        restoreSecret(environment(), backup.secrets);
        await restoreBackup(folder, backup.manifest, found);
        return backup.manifest;
      },
      { mayCreate: true },
    );
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(
      `${rows} rows of ${manifest.tables.length} tables and ${manifest.files.length} files are back, as of ${manifest.madeAt}`,
    );
  });

await program.parseAsync().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
