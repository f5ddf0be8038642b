import "./load-env";
import { resolve } from "node:path";
import { Command } from "commander";
import { sessionSecretOf } from "#api/bootstrap/stored-secret";
import { environment } from "#api/lib/environment";
import { withSurroundings } from "./backup/surroundings";
import { takeBackup } from "./backup/take";

/** `npm run backup -- <folder>`: everything that a restore needs, while the service runs. */
const program = new Command("backup")
  .description("Writes database, uploads and sealed secrets into a new folder, while the service runs.")
  .argument("<folder>", "a new or empty folder, one for each backup")
  .action(async (folder: string) => {
    const manifest = await withSurroundings((found) => {
      const env = environment();
      const secrets = {
        sessionSecret: sessionSecretOf(env),
        previousSessionSecret: env.PREVIOUS_SESSION_SECRET,
      };
      return takeBackup({ ...found, secrets, folder: resolve(folder), now: new Date() });
    });
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(
      `${rows} rows of ${manifest.tables.length} tables and ${manifest.files.length} files are in ${folder}`,
    );
  });

await program.parseAsync().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
