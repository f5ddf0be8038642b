import type { Deps } from "#api/deps";

/** An external dependency of the service; `check` makes a harmless request and resolves to the response. */
export type System = { name: string; check: () => Promise<string> };

export type Checked = { system: string; answered: string; isWell: boolean };

export const systemsOf = ({ db, mail, payments, provisioner, files }: Deps): System[] => [
  { name: "database", check: () => checkDatabase(db) },
  { name: "mail", check: () => mail.check() },
  ...payments.systems.map(({ method, check }) => ({ name: `payments: ${method.id}`, check })),
  { name: "machines", check: () => provisioner.health() },
  { name: "files", check: () => files.check() },
];

async function checkDatabase({ $client: pool }: Deps["db"]): Promise<string> {
  const { rows } = await pool.query<{ server: string; database: string }>(
    "select current_setting('server_version') as server, current_database() as database",
  );
  return `PostgreSQL ${rows[0]?.server}, database ${rows[0]?.database}`;
}

/** Checks a system. If the check fails, the system is unhealthy and `answered` is the error message. */
export async function checkSystem({ name, check }: System): Promise<Checked> {
  try {
    return { system: name, answered: await check(), isWell: true };
  } catch (error) {
    return { system: name, answered: error instanceof Error ? error.message : "no answer", isWell: false };
  }
}
