import type { Deps } from "#api/deps";
import type { Answer } from "#api/lib/answer";
import { answer, TextIn } from "#api/lib/answer";

/** An external dependency of the service; `check` makes a harmless request and resolves to the response. */
export type System = { name: string; title?: Answer; check: () => Promise<string | Answer> };

export type Checked = { system: string | Answer; answered: string | Answer; isWell: boolean };

export const systemsOf = ({ db, mail, payments, provisioner, files }: Deps): System[] => [
  { name: "database", check: () => checkDatabase(db) },
  { name: "mail", check: () => mail.check() },
  ...payments.systems.map(({ method: { id, name }, check }) => ({
    name: `payments: ${id}`,
    title: answer("systemPayments", { id, method: new TextIn((language) => name[language]) }),
    check,
  })),
  { name: "machines", check: () => provisioner.health() },
  { name: "files", check: () => files.check() },
];

async function checkDatabase({ $client: pool }: Deps["db"]): Promise<Answer> {
  const { rows } = await pool.query<{ server: string; database: string }>(
    "select current_setting('server_version') as server, current_database() as database",
  );
  const { server = "", database = "" } = rows[0] ?? {};
  return answer("systemDatabase", { server, database });
}

/** Checks a system. If the check fails, the system is unhealthy and `answered` is the error message. */
export async function checkSystem({ name, title, check }: System): Promise<Checked> {
  const system = title ?? name;
  try {
    return { system, answered: await check(), isWell: true };
  } catch (error) {
    const answered = error instanceof Error ? error.message : answer("systemSilent");
    return { system, answered, isWell: false };
  }
}
