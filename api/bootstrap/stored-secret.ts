import { randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "#api/lib/environment";

/** Returns the secret for signing and encryption: the one of the settings, else the one stored in the data folder. */
export const sessionSecretOf = ({ SESSION_SECRET, DATA_DIR }: Environment): string =>
  SESSION_SECRET ?? storedSecret(DATA_DIR);

/**
 * Returns the secret that an installation was started with. A command creates none, because nobody could decrypt what
 * it encrypts.
 *
 * @throws if the settings name none and the data folder has none
 */
export function existingSecretOf({ SESSION_SECRET, DATA_DIR }: Environment): string {
  if (SESSION_SECRET) return SESSION_SECRET;
  const file = join(DATA_DIR, "session-secret");
  if (!existsSync(file))
    throw new Error(
      `There is no secret in ${DATA_DIR}. Set SESSION_SECRET to that of the installation, or DATA_DIR to its folder.`,
    );
  return readFileSync(file, "utf8").trim();
}

/** Returns the secret that a service without a configured one creates and stores in its data folder. */
export function storedSecret(dataDir: string): string {
  const file = join(dataDir, "session-secret");
  if (!existsSync(file)) createSecretFile(file, dataDir);
  return readFileSync(file, "utf8").trim();
}

/**
 * Creates the file atomically: if several processes start at the same time, one wins and the others read its complete
 * secret, never a partly written file.
 */
function createSecretFile(file: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const draft = `${file}.${randomBytes(8).toString("hex")}`;
  writeFileSync(draft, randomBytes(32).toString("base64url"), { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft);
  }
}
