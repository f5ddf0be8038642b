import { existsSync } from "node:fs";
import { errorCode } from "#api/db/transaction";
import { embeddedDataOf } from "#api/embedded-postgres/index";
import type { Environment } from "#api/lib/environment";
import { StartupError } from "#api/lib/startup-error";
import { connected } from "./migrate";

/** Returns a database's address without its password: `postgres://cabinet@db.example.com/cabinet`. */
export function nameOfDatabase({ DATABASE_URL, DATA_DIR }: Pick<Environment, "DATABASE_URL" | "DATA_DIR">) {
  if (!DATABASE_URL) return `the embedded database in ${DATA_DIR}`;
  // `URL` can't parse it: an address of a socket has no host
  return DATABASE_URL.replace(/^(\w+:\/\/[^:@/]*):.*@/, "$1@").replace(/\?.*$/, "");
}

/**
 * Makes sure that a command works on an existing database; it never creates one.
 *
 * @throws if the settings name none, with a message that names the setting to check
 */
export function requireEmbeddedData({ DATABASE_URL, DATA_DIR }: Environment): void {
  if (DATABASE_URL || embeddedDataOf(DATA_DIR).some((folder) => existsSync(folder))) return;
  throw new Error(
    `There is no database in ${DATA_DIR}. Set DATABASE_URL, or DATA_DIR to the folder of the installation.`,
  );
}

export const inClients = (count: number) => `${count} ${count === 1 ? "client" : "clients"}`;

/**
 * Returns the number of clients in a database.
 *
 * @throws if the cabinet never used it, or it can't be reached
 */
export async function countClients(url: string, name: string): Promise<number> {
  return explainErrors(name, () =>
    connected(url, async (client) => {
      const { rows } = await client.query<{ found: string | null }>(
        "select to_regclass('public.users')::text as found",
      );
      if (!rows[0]?.found)
        throw new Error(`${name} is empty: the cabinet has not been started on it. Is DATABASE_URL right?`);
      const counted = await client.query<{ count: string }>("select count(*)::text as count from users");
      return Number(counted.rows[0]?.count);
    }),
  );
}

const connectionErrors: Record<string, (name: string) => string> = {
  "28P01": (name) => `${name} refuses the password. Is DATABASE_URL right?`,
  "28000": (name) => `${name} refuses the user. Is DATABASE_URL right?`,
  "3D000": (name) => `${name} does not exist. Are DATABASE_URL and DATA_DIR right?`,
  ENOTFOUND: (name) => `The host of ${name} is not known. Is DATABASE_URL right?`,
};

/**
 * Runs `work`. An error that a wrong setting causes in the database is thrown as a sentence that names the setting.
 */
export async function explainErrors<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = errorCode(error);
    const sentence = typeof code === "string" ? connectionErrors[code] : undefined;
    throw sentence ? new StartupError(sentence(name), { cause: error }) : error;
  }
}
