import { join } from "node:path";
import { DrizzleQueryError } from "drizzle-orm/errors";
import type { Logger } from "pino";
import { pino } from "pino";
import { owaspPasswordCost } from "#api/auth/passwords";
import { connect } from "#api/db/connect";
import { throughOutages } from "#api/db/outage";
import type { Deps } from "#api/deps";
import type { PrivatePostgres } from "#api/embedded-postgres/index";
import { DataFolderError, startPrivatePostgres } from "#api/embedded-postgres/index";
import { mailTransport } from "#api/integrations/email/index";
import { choosePayments } from "#api/integrations/payments/index";
import { chooseProvisioner } from "#api/integrations/provisioner/index";
import { cleanIncomingHourly } from "#api/integrations/storage/incoming";
import { bucketOf, chooseFiles } from "#api/integrations/storage/index";
import { chatBot } from "#api/integrations/telegram/index";
import type { Environment } from "#api/lib/environment";
import { environment } from "#api/lib/environment";
import { randomIds } from "#api/lib/ids";
import { logHooks } from "#api/lib/log-errors";
import { workerCount, workerNumber } from "#api/lib/processes";
import type { Settings } from "#api/lib/settings";
import { StartupError } from "#api/lib/startup-error";
import { version } from "#api/lib/version";
import { startListening } from "#api/modules/telegram/listen";
import { startWorker } from "#api/queue/worker";
import { allJobs, schedules } from "./all-jobs";
import { copyToNewerServer } from "./database-copy/copy-to-newer-server";
import {
  countClients,
  explainErrors,
  inClients,
  nameOfDatabase,
  requireEmbeddedData,
} from "./existing-database";
import { alone, ensureDatabase, migrate } from "./migrate";
import { startDemoTerminal } from "./seed/demo-monitoring";
import { seed } from "./seed/index";
import { existingSecretOf, sessionSecretOf } from "./stored-secret";

/**
 * Returns an error that is safe to log. A failed query carries its parameters, and PostgreSQL's details quote rows,
 * which include password hashes, tokens and addresses. The statement and PostgreSQL's code and message are enough.
 */
export function errorForLog(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, stack = "" } = error;
  const frames = stack.split("\n").filter((line) => line.startsWith("    at "));
  const isQuery = error instanceof DrizzleQueryError;
  const code = (error as Error & { code?: unknown }).code;
  return {
    type: name,
    message: isQuery ? `Failed query: ${error.query}` : error.message,
    ...(typeof code === "string" && { code }),
    stack: frames.join("\n"),
    ...(error.cause !== undefined && { cause: errorForLog(error.cause) }),
  };
}

/** Writes JSON lines to standard output, without personal data. */
export const createLogger = (part: string, { LOG_LEVEL }: Pick<Environment, "LOG_LEVEL">): Logger =>
  pino({
    level: LOG_LEVEL,
    base: { part, version, ...(workerNumber && { worker: workerNumber }) },
    serializers: { err: errorForLog },
    hooks: logHooks,
    redact: ["*.password", "*.token", "*.refreshToken", "*.authorization", "*.cookie"],
  });

export type Started = { deps: Deps; stop: () => Promise<void> };

export const settingsOf = (env: Environment, secret: string): Settings => ({
  publicOrigin: env.publicOrigin,
  dataDir: env.DATA_DIR,
  minFreeDiskPercent: env.MIN_FREE_DISK_PERCENT,
  bucket: bucketOf(env),
  brand: env.brand,
  clearingDays: env.CLEARING_DAYS,
  twoPersonLimitCents: Math.round(env.TWO_PERSON_LIMIT * 100),
  taxRules: env.TAX_RULES,
  secret,
  previousSecret: env.PREVIOUS_SESSION_SECRET,
  staffWebhookSecret: env.STAFF_WEBHOOK_SECRET,
  isDemo: env.DEMO,
});

/**
 * Connections for a worker's pool, its presence and a chat-bot's listener, with room for operator commands and a
 * restart.
 */
const privateSettings = () => ({ max_connections: Math.max(100, 40 + 12 * workerCount) });

/** Starts the embedded PostgreSQL; a service upgrades data of the previous version. */
async function startEmbedded(
  dataDir: string,
  { log, isCommand }: { log: Logger; isCommand: boolean },
): Promise<PrivatePostgres> {
  const upgrade = isCommand ? {} : { copyDatabases: copyToNewerServer };
  try {
    return await startPrivatePostgres(dataDir, { log, settings: privateSettings(), ...upgrade });
  } catch (error) {
    if (!(error instanceof DataFolderError)) throw error;
    throw new StartupError(error.message, { cause: error });
  }
}

/** Creates the dependencies on a database that is already connected. */
export async function depsOn(
  db: Deps["db"],
  { env, settings, log }: { env: Environment; settings: Settings; log: Logger },
): Promise<Deps> {
  const clock = { now: () => new Date(), monotonicMs: () => performance.now() };
  return {
    db,
    clock,
    ids: randomIds,
    log,
    mail: mailTransport({ ...settings, productName: settings.brand.name, log, env }),
    files: chooseFiles(settings),
    provisioner: chooseProvisioner({ db, clock, settings, log }, env),
    payments: await choosePayments(settings, env),
    bot: await chatBot({
      token: env.TELEGRAM_BOT_TOKEN,
      name: env.TELEGRAM_BOT_NAME,
      apiRoot: env.TELEGRAM_API,
      log,
    }),
    settings,
    passwordCost: owaspPasswordCost,
  };
}

type StartOptions = {
  env?: Environment;
  withWorker?: boolean;
  /** A command works on an existing installation: it creates no database, no secret and no seed rows. */
  isCommand?: boolean;
  /** How long to wait for an unavailable database before throwing; without it, forever. */
  databaseTimeoutMs?: number;
};

/**
 * Creates everything that the API depends on from the settings: database, email, files, clock (see `.env.example`).
 * The process also runs the jobs, unless `withWorker` is false or WORKER=off.
 */
export async function createDeps({
  env = environment(),
  withWorker = env.WORKER,
  isCommand = false,
  databaseTimeoutMs,
}: StartOptions = {}): Promise<Started> {
  if (isCommand) requireEmbeddedData(env);
  const settings = settingsOf(env, isCommand ? existingSecretOf(env) : sessionSecretOf(env));
  const name = nameOfDatabase(env);
  const log = createLogger("api", env);
  const patiently = <T>(work: () => Promise<T>) => throughOutages(work, log, databaseTimeoutMs);
  const server = env.DATABASE_URL
    ? null
    : await patiently(() => startEmbedded(settings.dataDir, { log, isCommand }));
  const url = env.DATABASE_URL ?? server?.url("cabinet") ?? "";
  const { db, close } = connect(url);
  let deps: Deps;
  try {
    deps = await depsOn(db, { env, settings, log });
    await patiently(() =>
      explainErrors(name, async () => {
        if (isCommand) console.error(`Working on ${name}, ${inClients(await countClients(url, name))}.`);
        else if (server) await ensureDatabase(server.url("postgres"), "cabinet");
        await migrate(url);
      }),
    );
  } catch (error) {
    await close();
    await server?.stop();
    throw error;
  }
  // an unavailable file store stops uploads, and nothing else
  deps.files.check().catch((error: unknown) => log.error({ err: error }, "uploads can't be kept"));
  if (!isCommand)
    await patiently(() =>
      alone(url, () => seed(deps, { withDemo: env.DEMO, withStaff: env.DEMO && env.ADMIN })),
    );
  const stopSweeping = cleanIncomingHourly(join(settings.dataDir, "files/incoming"), log);
  const worker = withWorker ? await patiently(() => startWorker(deps, { jobs: allJobs, schedules })) : null;
  const stopTerminal = worker && env.DEMO ? await startDemoTerminal(deps) : null;
  const listening = worker && deps.bot ? startListening(deps, deps.bot) : null;
  return {
    deps,
    stop: async () => {
      stopSweeping();
      stopTerminal?.();
      await Promise.all([worker?.stop(), listening?.stop()]);
      await close();
      await server?.stop();
    },
  };
}
