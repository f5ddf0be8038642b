import { dirname } from "node:path";
import { createLogger, depsOn, settingsOf } from "#api/bootstrap/create-deps";
import {
  countClients,
  inClients,
  nameOfDatabase,
  requireEmbeddedData,
} from "#api/bootstrap/existing-database";
import { systemsOf } from "#api/bootstrap/external-systems";
import { countMissingMigrations } from "#api/bootstrap/migrate";
import { existingSecretOf } from "#api/bootstrap/stored-secret";
import type { Database } from "#api/db/connect";
import { connect } from "#api/db/connect";
import { isOutage } from "#api/db/outage";
import type { Deps } from "#api/deps";
import { startPrivatePostgres } from "#api/embedded-postgres/index";
import { unreachablePages } from "#api/integrations/payments/index";
import { wordsIn } from "#api/lib/answer";
import type { Environment } from "#api/lib/environment";
import { parseEnvironment } from "#api/lib/environment";
import { StartupError } from "#api/lib/startup-error";
import { version } from "#api/lib/version";
import type { Finding } from "./finding";
import { find } from "./finding";
import { examineClock, examineDisk, examinePermissions, examineTimers } from "./machine";

const hourMs = 3_600_000;
/** The limits of `deploy/metrics/alerts.yaml`: a night and its delay, a week and two nights. */
const mostHours = { made: 26, restored: 9 * 24 };

type Newest = { made: Date | null; restored: Date | null; folder: string | null };

/** Checks the age of the newest backup, and of the newest one that was restored as a test. */
async function examineBackups(
  { $client: pool }: Database,
  { now, passphrase }: { now: Date; passphrase: string | undefined },
): Promise<{ findings: Finding[]; folder: string | null }> {
  const { rows } = await pool.query<Newest>(
    `select max(made_at) as made, max(restored_at) as restored,
      (array_agg(folder order by made_at desc))[1] as folder from backups`,
  );
  const { made = null, restored = null, folder = null } = rows[0] ?? {};
  const findings = [
    await find("backup", async () => {
      if (!passphrase) throw new Error("No backup can be made: set BACKUP_PASSPHRASE.");
      return `${ageOf(made, { now, most: mostHours.made, none: "There is no backup: systemctl start cabinet-backup" })}, in ${folder}`;
    }),
    await find("restore drill", async () =>
      ageOf(restored, {
        now,
        most: mostHours.restored,
        none: "No backup was ever restored to try it: systemctl start cabinet-drill",
      }),
    ),
  ];
  return { findings, folder };
}

function ageOf(at: Date | null, { now, most, none }: { now: Date; most: number; none: string }): string {
  if (!at) throw new Error(none);
  const hours = Math.round((now.getTime() - at.getTime()) / hourMs);
  const text = `${hours} hours ago`;
  if (hours > most)
    throw new Error(`The last was ${text}, more than ${most}: look at systemctl list-timers.`);
  return text;
}

/** Checks everything that an installation depends on, and changes nothing. */
export async function examine(source: Readonly<Record<string, string | undefined>>): Promise<Finding[]> {
  let env: Environment;
  let secret: string;
  try {
    env = parseEnvironment(source);
    requireEmbeddedData(env);
    secret = existingSecretOf(env);
  } catch (error) {
    return (error as Error).message.split("\n").map((text) => ({ name: "settings", isWell: false, text }));
  }
  const server = env.DATABASE_URL ? null : await startPrivatePostgres(env.DATA_DIR);
  const url = env.DATABASE_URL ?? server?.url("cabinet") ?? "";
  const { db, close } = connect(url, 2);
  try {
    const deps = await depsOn(db, {
      env,
      settings: settingsOf(env, secret),
      log: createLogger("doctor", env),
    });
    const database = await examineDatabase(url, env);
    const systems = await examineSystems(deps, env);
    deps.mail.close?.();
    return [
      { name: "settings", isWell: true, text: `valid, DEPLOYMENT=${env.DEPLOYMENT ? "on" : "off"}` },
      database,
      ...systems,
      ...(database.isWell ? await examineWithDatabase(deps, env) : []),
      await examineDisk(env.DATA_DIR),
      await examinePermissions(env),
      await examineTimers(),
    ];
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    return [{ name: "settings", isWell: false, text: error.message }];
  } finally {
    await close();
    await server?.stop();
  }
}

const examineDatabase = (url: string, env: Environment): Promise<Finding> =>
  find("database", async () => {
    const name = nameOfDatabase(env);
    try {
      const clients = await countClients(url, name);
      const behind = await countMissingMigrations(url);
      if (behind > 0)
        throw new Error(
          `${name} is older than ${version}: start a service of ${version}, which upgrades it.`,
        );
      return `${name}, ${inClients(clients)}, as ${version} needs it`;
    } catch (error) {
      if (isOutage(error)) throw new Error(`${name} does not answer. Is it running, and DATABASE_URL right?`);
      throw error;
    }
  });

/** Systems that work, but not as paying clients need them; the sentence says what to set. */
const standIns: Readonly<Record<string, (deps: Deps, env: Environment) => string | null>> = {
  mail: (_, { SMTP_URL }) =>
    SMTP_URL ? null : "E-mails are written into files, nobody gets any: set SMTP_URL.",
  machines: (_, env) =>
    env.PROXMOX_URL || env.LIBVIRT_URI || env.PROVISIONER_URL || env.SIMULATED_MACHINES
      ? null
      : "Machines are simulated: set PROXMOX_URL, LIBVIRT_URI or PROVISIONER_URL.",
};

async function examineSystems(deps: Deps, env: Environment): Promise<Finding[]> {
  const systems = systemsOf(deps).filter(({ name }) => name !== "database");
  const checks = systems.map(({ name, check }) =>
    find(name, async () => {
      const text = standIns[name]?.(deps, env);
      if (text) throw new Error(text);
      return wordsIn(await check(), "en");
    }),
  );
  return Promise.all([...checks, find("payments", async () => describePayments(deps, env))]);
}

function describePayments({ payments }: Deps, env: Environment): string {
  if (payments.isSandbox)
    throw new Error("The sandbox moves no real money: set up a payment system (docs/payment-systems.md).");
  const wrong = unreachablePages(payments, env);
  if (wrong) throw new Error(`${wrong}.`);
  return payments.systems.length > 0 ? "their pages can be reached" : "off";
}

async function examineWithDatabase({ db, clock }: Deps, env: Environment): Promise<Finding[]> {
  const { findings, folder } = await examineBackups(db, {
    now: clock.now(),
    passphrase: env.BACKUP_PASSPHRASE,
  });
  const clockFinding = await examineClock(async () => {
    const { rows } = await db.$client.query<{ now: Date }>("select clock_timestamp() as now");
    return (rows[0]?.now.getTime() ?? 0) - clock.now().getTime();
  });
  return [...findings, clockFinding, ...(folder ? [await examineDisk(dirname(folder))] : [])];
}
