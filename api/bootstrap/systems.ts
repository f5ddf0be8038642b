import type { Deps } from "#api/deps";

/** Something that the service stands on; `check` asks it something harmless and resolves to what it answered. */
export type System = { name: string; check: () => Promise<string> };

export type Checked = { system: string; answered: string; isWell: boolean };

export const systemsOf = ({ db, mail, payments, provisioner, files }: Deps): System[] => [
  { name: "database", check: () => askDatabase(db) },
  { name: "mail", check: () => mail.check() },
  ...payments.systems.map(({ method, check }) => ({ name: `payments: ${method.id}`, check })),
  { name: "machines", check: () => provisioner.health() },
  { name: "files", check: () => files.check() },
];

async function askDatabase({ $client: pool }: Deps["db"]): Promise<string> {
  const { rows } = await pool.query<{ server: string; database: string }>(
    "select current_setting('server_version') as server, current_database() as database",
  );
  return `PostgreSQL ${rows[0]?.server}, database ${rows[0]?.database}`;
}

/** Asks a system; one that fails is not well, and what it failed with is the answer. */
export async function askSystem({ name, check }: System): Promise<Checked> {
  try {
    return { system: name, answered: await check(), isWell: true };
  } catch (error) {
    return { system: name, answered: error instanceof Error ? error.message : "no answer", isWell: false };
  }
}
