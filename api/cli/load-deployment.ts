import { loadFile } from "./load-env";

/**
 * Takes over the settings of a deployment (`deploy/README.md`) where none name a database yet, with what its units say of every process:
 * a backup must have the uploads of the services, not those of a folder of its own.
 */
export function useDeployment(file: string): void {
  if (process.env.DATABASE_URL || !loadFile(file)) return;
  process.env.DEPLOYMENT ??= "on";
  process.env.DATA_DIR ??= "/var/lib/cabinet";
}

/**
 * Imported by commands, before anything that reads the environment, so that a command by hand works on what the services work on. Services
 * are told their settings: one that is started in a checkout, to try something out, must not run on the database of clients.
 */
useDeployment("/etc/cabinet/cabinet.env");
