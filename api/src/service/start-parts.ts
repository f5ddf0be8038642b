import { join, resolve } from "node:path";
import { startListening } from "#api/areas/telegram/listen";
import { connect } from "#api/db/connect";
import { throughOutages } from "#api/db/outage";
import { owaspPasswordCost } from "#api/identity/passwords";
import { startWorker } from "#api/jobs/worker";
import { chatBot } from "#api/outside/bot/index";
import { sweepIncomingHourly } from "#api/outside/files/incoming";
import { chooseFiles } from "#api/outside/files/index";
import { mailTransport } from "#api/outside/mail/index";
import { choosePayments } from "#api/outside/payments/index";
import { chooseProvisioner } from "#api/outside/provisioner/index";
import type { Parts } from "#api/parts";
import { environment } from "#api/values/environment";
import { randomIds } from "#api/values/ids";
import { workerCount } from "#api/values/processes";
import type { Settings } from "#api/values/settings";
import { readBrand } from "#contract/look/brand";
import { startPrivatePostgres } from "#private-postgres/index";
import { allJobs, schedules } from "./all-jobs";
import { keptSecret } from "./kept-secret";
import { makeLog } from "./log";
import { alone, ensureDatabase, migrate } from "./migrate";
import { startDemoTerminal } from "./seed/demo-monitoring";
import { seed } from "./seed/index";

export type Started = { parts: Parts; stop: () => Promise<void> };

function settingsFromEnvironment(): Settings {
  const { PUBLIC_ORIGIN, PORT = "3000", DATA_DIR = "./data" } = environment();
  const { SESSION_SECRET, PREVIOUS_SESSION_SECRET } = environment();
  const dataDir = resolve(DATA_DIR);
  return {
    publicOrigin: (PUBLIC_ORIGIN || `http://localhost:${PORT}`).replace(/\/+$/, ""),
    dataDir,
    brand: readBrand(environment()),
    secret: SESSION_SECRET || keptSecret(dataDir),
    previousSecret: PREVIOUS_SESSION_SECRET || undefined,
  };
}

/** A worker's pool, its presence and a chat-bot's listener, with room for the operator's commands and for a restart. */
const privateSettings = () => ({ max_connections: Math.max(100, 40 + 12 * workerCount()) });

type StartOptions = {
  withWorker?: boolean;
  /** How long a database that is away is waited for before it is an error; for ever where there is nobody to tell. */
  patienceMilliseconds?: number;
};

/**
 * Everything the API stands on, made from the environment: database, letters, files, clock (see `.env.example`).
 * The process also runs the jobs, unless `withWorker` is false or WORKER=off.
 */
export async function startParts({
  withWorker = environment().WORKER !== "off",
  patienceMilliseconds,
}: StartOptions = {}): Promise<Started> {
  const settings = settingsFromEnvironment();
  const log = makeLog("api");
  const patiently = <T>(work: () => Promise<T>) => throughOutages(work, log, patienceMilliseconds);
  const server = environment().DATABASE_URL
    ? null
    : await patiently(() => startPrivatePostgres(settings.dataDir, { log, settings: privateSettings() }));
  const url = environment().DATABASE_URL ?? server?.url("cabinet") ?? "";
  await patiently(async () => {
    if (server) await ensureDatabase(server.url("postgres"), "cabinet");
    await migrate(url);
  });
  const { db, close } = connect(url);
  const clock = { now: () => new Date() };
  const parts: Parts = {
    db,
    clock,
    ids: randomIds,
    log,
    mail: mailTransport({ ...settings, productName: settings.brand.name, log, settings: environment() }),
    files: chooseFiles(settings.dataDir),
    provisioner: chooseProvisioner({ db, clock, settings, log }),
    payments: choosePayments(settings),
    bot: chatBot({
      token: environment().TELEGRAM_BOT_TOKEN,
      name: environment().TELEGRAM_BOT_NAME,
      apiRoot: environment().TELEGRAM_API,
      log,
    }),
    settings,
    passwordCost: owaspPasswordCost,
  };
  // a store that is away stops uploads, and nothing else
  parts.files.check().catch((error: unknown) => log.error({ err: error }, "uploads can't be kept"));
  await patiently(() => alone(url, () => seed(parts, { withDemo: environment().DEMO === "1" })));
  const stopSweeping = sweepIncomingHourly(join(settings.dataDir, "files/incoming"), log);
  const worker = withWorker ? await patiently(() => startWorker(parts, { jobs: allJobs, schedules })) : null;
  const stopTerminal = worker && environment().DEMO === "1" ? await startDemoTerminal(parts) : null;
  const listening = worker && parts.bot ? startListening(parts, parts.bot) : null;
  return {
    parts,
    stop: async () => {
      stopSweeping();
      stopTerminal?.();
      await Promise.all([worker?.stop(), listening?.stop()]);
      await close();
      await server?.stop();
    },
  };
}
