import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { storedSecret } from "#api/bootstrap/stored-secret";
import type { Environment } from "#api/lib/environment";
import type { Secrets } from "./format";

/**
 * Writes the service's secret back into DATA_DIR, unless SESSION_SECRET sets it.
 * @throws if another secret is set: it could not decrypt what the backup's secret has encrypted
 */
export function restoreSecret(env: Environment, { sessionSecret }: Secrets): void {
  const { DATA_DIR: dataDir, SESSION_SECRET, PREVIOUS_SESSION_SECRET } = env;
  if (SESSION_SECRET) {
    if (SESSION_SECRET === sessionSecret || PREVIOUS_SESSION_SECRET === sessionSecret) return;
    throw new Error(
      "SESSION_SECRET is not the one of the backup. Set PREVIOUS_SESSION_SECRET to that one, or leave both out: it is then kept in DATA_DIR.",
    );
  }
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(join(dataDir, "session-secret"), sessionSecret, { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    if (storedSecret(dataDir) !== sessionSecret)
      throw new Error(
        `${dataDir} has a session-secret already, and it is not the one of the backup: choose an empty folder.`,
      );
  }
}
