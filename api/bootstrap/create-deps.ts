import { join } from "node:path";
import { owaspPasswordCost } from "#api/auth/passwords";
import { connect } from "#api/db/connect";
import { throughOutages } from "#api/db/outage";
import type { Deps } from "#api/deps";
import { startPrivatePostgres } from "#api/embedded-postgres/index";
import { mailTransport } from "#api/integrations/email/index";
import { choosePayments } from "#api/integrations/payments/index";
import { chooseProvisioner } from "#api/integrations/provisioner/index";
import { cleanIncomingHourly } from "#api/integrations/storage/incoming";
import { bucketOf, chooseFiles } from "#api/integrations/storage/index";
import { chatBot } from "#api/integrations/telegram/index";
import type { Environment } from "#api/lib/environment";
import { environment } from "#api/lib/environment";
import { randomIds } from "#api/lib/ids";
import { workerCount } from "#api/lib/processes";
import type { Settings } from "#api/lib/settings";
import { startListening } from "#api/modules/telegram/listen";
import { startWorker } from "#api/queue/worker";
import { allJobs, schedules } from "./all-jobs";
import { makeLog } from "./log";
import { alone, ensureDatabase, migrate } from "./migrate";
import { startDemoTerminal } from "./seed/demo-monitoring";
import { seed } from "./seed/index";
import { sessionSecretOf } from "./stored-secret";

export type Started = { deps: Deps; stop: () => Promise<void> };

const settingsOf = (env: Environment): Settings => ({
  publicOrigin: env.publicOrigin,
  dataDir: env.DATA_DIR,
  bucket: bucketOf(env),
  brand: env.brand,
  secret: sessionSecretOf(env),
  previousSecret: env.PREVIOUS_SESSION_SECRET,
});

/** A worker's pool, its presence and a chat-bot's listener, with room for the operator's commands and for a restart. */
const privateSettings = () => ({ max_connections: Math.max(100, 40 + 12 * workerCount) });

type StartOptions = {
  env?: Environment;
  withWorker?: boolean;
  /** How long a database that is away is waited for before it is an error; for ever where there is nobody to tell. */
  patienceMilliseconds?: number;
};

/**
 * Everything the API stands on, made from the settings: database, letters, files, clock (see `.env.example`).
 * The process also runs the jobs, unless `withWorker` is false or WORKER=off.
 */
export async function createDeps({
  env = environment(),
  withWorker = env.WORKER,
  patienceMilliseconds,
}: StartOptions = {}): Promise<Started> {
  const settings = settingsOf(env);
  const log = makeLog("api", env);
  const patiently = <T>(work: () => Promise<T>) => throughOutages(work, log, patienceMilliseconds);
  const server = env.DATABASE_URL
    ? null
    : await patiently(() => startPrivatePostgres(settings.dataDir, { log, settings: privateSettings() }));
  const url = env.DATABASE_URL ?? server?.url("cabinet") ?? "";
  await patiently(async () => {
    if (server) await ensureDatabase(server.url("postgres"), "cabinet");
    await migrate(url);
  });
  const { db, close } = connect(url);
  const clock = { now: () => new Date() };
  const deps: Deps = {
    db,
    clock,
    ids: randomIds,
    log,
    mail: mailTransport({ ...settings, productName: settings.brand.name, log, env }),
    files: chooseFiles(settings),
    provisioner: chooseProvisioner({ db, clock, settings, log }, env),
    payments: choosePayments(settings, env),
    bot: chatBot({
      token: env.TELEGRAM_BOT_TOKEN,
      name: env.TELEGRAM_BOT_NAME,
      apiRoot: env.TELEGRAM_API,
      log,
    }),
    settings,
    passwordCost: owaspPasswordCost,
  };
  // a store that is away stops uploads, and nothing else
  deps.files.check().catch((error: unknown) => log.error({ err: error }, "uploads can't be kept"));
  await patiently(() => alone(url, () => seed(deps, { withDemo: env.DEMO })));
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
