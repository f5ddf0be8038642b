import { loadFile } from "./load-env";

/**
 * Loads the settings of a deployment (`deploy/README.md`) if none name a database yet, with the values that its units
 * set for every process: a backup must contain the uploads of the services, not those of another folder.
 */
export function useDeployment(file: string): void {
  if (process.env.DATABASE_URL || !loadFile(file)) return;
  process.env.DEPLOYMENT ??= "on";
  process.env.DATA_DIR ??= "/var/lib/cabinet";
}

/**
 * Commands import this before anything that reads the environment, so that a command run by hand works on the
 * services' installation. Services get their settings explicitly: one started in a checkout for a trial must not run
 * on the clients' database.
 */
useDeployment("/etc/cabinet/cabinet.env");
