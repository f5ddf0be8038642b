import "./load-deployment";
import { resolve } from "node:path";
import { Command } from "commander";
import { requireEmbeddedData } from "#api/bootstrap/existing-database";
import { existingSecretOf } from "#api/bootstrap/stored-secret";
import { environment } from "#api/lib/environment";
import { recordBackup, rowsOf } from "./backup/record-backup";
import { takeBackup } from "./backup/take-backup";
import { withDatabaseAndFiles } from "./backup/with-database-and-files";

/** `npm run backup -- <folder>`: backs up everything that a restore needs, while the service runs. */
const program = new Command("backup")
  .description("Backs up database, uploads and encrypted secrets into a new folder, while the service runs.")
  .argument("<folder>", "a new or empty folder, one for each backup")
  .action(async (folder: string) => {
    const env = environment();
    requireEmbeddedData(env);
    const secrets = {
      sessionSecret: existingSecretOf(env),
      previousSessionSecret: env.PREVIOUS_SESSION_SECRET,
    };
    const manifest = await withDatabaseAndFiles(async (found) => {
      const newManifest = await takeBackup({ ...found, secrets, folder: resolve(folder), now: new Date() });
      await recordBackup(found.databaseUrl, resolve(folder), newManifest);
      return newManifest;
    });
    console.log(
      `${rowsOf(manifest)} rows of ${manifest.tables.length} tables and ${manifest.files.length} files are in ${folder}`,
    );
  });

await program.parseAsync().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
