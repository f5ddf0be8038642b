import "./load-deployment";
import { resolve } from "node:path";
import { Command } from "commander";
import { recordRestore, rowsOf } from "./backup/record-backup";
import { tryRestore } from "./backup/try-restore";
import { withDatabaseAndFiles } from "./backup/with-database-and-files";

/** `cabinet drill <folder>`: is the newest backup complete? */
const program = new Command("drill")
  .description("Restores the newest backup of a folder into a temporary database, and verifies every sum.")
  .argument("<folder>", "where the backups lie, a folder each")
  .action(async (backups: string) => {
    const { folder, manifest } = await withDatabaseAndFiles(async ({ databaseUrl, passphrase }) => {
      const tried = await tryRestore(resolve(backups), passphrase);
      await recordRestore(databaseUrl, { ...tried, restoredAt: new Date() });
      return tried;
    });
    console.log(
      `${folder}, made at ${manifest.madeAt}, was restored whole: ${rowsOf(manifest)} rows, ${manifest.files.length} files.`,
    );
  });

await program.parseAsync().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
