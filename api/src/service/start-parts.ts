import { join, resolve } from "node:path";
import { startListening } from "#api/areas/telegram/listen";
import { connect } from "#api/db/connect";
import { throughOutages } from "#api/db/outage";
import { startWorker } from "#api/jobs/worker";
import { chatBot } from "#api/outside/bot/index";
import { diskFiles } from "#api/outside/files/disk";
import { mailTransport } from "#api/outside/mail/index";
import { choosePayments } from "#api/outside/payments/index";
import { chooseProvisioner } from "#api/outside/provisioner/index";
import type { Parts } from "#api/parts";
import { randomIds } from "#api/values/ids";
import type { Settings } from "#api/values/settings";
import { startPrivatePostgres } from "#private-postgres/index";
import { allJobs, schedules } from "./all-jobs";
import { keptSecret } from "./kept-secret";
import { makeLog } from "./log";
import { alone, ensureDatabase, migrate } from "./migrate";
import { startDemoTerminal } from "./seed/demo-monitoring";
import { seed } from "./seed/index";

export type Started = { parts: Parts; stop: () => Promise<void> };

function settingsFromEnvironment(): Settings {
  const { PUBLIC_ORIGIN, PORT = "3000", DATA_DIR = "./data", PRODUCT_NAME, SESSION_SECRET } = process.env;
  const dataDir = resolve(DATA_DIR);
  return {
    publicOrigin: (PUBLIC_ORIGIN || `http://localhost:${PORT}`).replace(/\/+$/, ""),
    dataDir,
    productName: PRODUCT_NAME || "Tradehost",
    secret: SESSION_SECRET || keptSecret(dataDir),
  };
}

/**
 * Everything the API stands on, made from the environment: database, letters, files, clock (see `.env.example`).
 * The process also runs the jobs, unless `withWorker` is false or WORKER=off.
 */
export async function startParts({ withWorker = process.env.WORKER !== "off" } = {}): Promise<Started> {
  const settings = settingsFromEnvironment();
  const log = makeLog("api");
  const server = process.env.DATABASE_URL ? null : await startPrivatePostgres(settings.dataDir, { log });
  const url = process.env.DATABASE_URL ?? server?.url("cabinet") ?? "";
  await throughOutages(async () => {
    if (server) await ensureDatabase(server.url("postgres"), "cabinet");
    await migrate(url);
  }, log);
  const { db, close } = connect(url);
  const clock = { now: () => new Date() };
  const parts: Parts = {
    db,
    clock,
    ids: randomIds,
    log,
    mail: mailTransport({ ...settings, log, smtpUrl: process.env.SMTP_URL, from: process.env.MAIL_FROM }),
    files: diskFiles({ folder: join(settings.dataDir, "files"), makeId: randomIds.id }),
    provisioner: chooseProvisioner({ db, clock, settings }),
    payments: choosePayments(settings),
    bot: chatBot({
      token: process.env.TELEGRAM_BOT_TOKEN,
      name: process.env.TELEGRAM_BOT_NAME,
      apiRoot: process.env.TELEGRAM_API,
      log,
    }),
    settings,
  };
  await throughOutages(() => alone(url, () => seed(parts, { withDemo: process.env.DEMO === "1" })), log);
  const worker = withWorker ? await startWorker(parts, { jobs: allJobs, schedules }) : null;
  const stopTerminal = worker && process.env.DEMO === "1" ? await startDemoTerminal(parts) : null;
  const listening = worker && parts.bot ? startListening(parts, parts.bot) : null;
  return {
    parts,
    stop: async () => {
      stopTerminal?.();
      await Promise.all([worker?.stop(), listening?.stop()]);
      await close();
      await server?.stop();
    },
  };
}
