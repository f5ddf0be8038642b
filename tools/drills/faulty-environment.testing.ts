import { chmodSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { freePort } from "#api/cli/free-port";
import { stripeVendor } from "#api/integrations/payments/testing/stripe";
import { botServer } from "#api/integrations/telegram/testing";
import { startFakeVendor } from "#api/integrations/testing/fake-vendor";
import { testDatabase } from "#api/testing/test-database";
import { processesIn } from "./processes.testing";
import type { Manner, Relay } from "./relay.testing";
import { startRelay } from "./relay.testing";
import { smallDisk } from "./small-disk.testing";

const portOf = (origin: string) => ({ host: "127.0.0.1", port: Number(new URL(origin).port) });
/** Returns the socket of a database's URL. */
const socketOf = (url: string) => ({
  path: join(new URL(url.replace("@/", "@localhost/")).searchParams.get("host") ?? "", ".s.PGSQL.5432"),
});

/**
 * Starts the service like in production: a cabinet, a second one whose clock is two hours fast, a separate API, and
 * their dependencies, each behind a relay that can cut it off.
 */
export async function startFaultyEnvironment() {
  const folder = await mkdtemp(join(tmpdir(), "cabinet-faults-"));
  chmodSync(folder, 0o711);
  const processes = processesIn(folder);
  const user = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const [apiPort, cabinetPort, fastPort] = [await freePort(), await freePort(), await freePort()];
  const database = await testDatabase({ isEmpty: true });
  const bot = await botServer();
  const stripe = await stripeVendor(() => new Date());
  const hypervisor = await startFakeVendor(() => ({ status: 202, body: {} }));
  const relays = {
    api: await startRelay({ host: "127.0.0.1", port: apiPort }),
    database: await startRelay(socketOf(database.url)),
    // no server behind it: the test only checks that pages do not wait for emails
    mail: await startRelay({ host: "127.0.0.1", port: 9 }),
    bot: await startRelay(portOf(bot.url)),
    provisioner: await startRelay(portOf(hypervisor.origin)),
    payments: await startRelay(portOf(stripe.farEnd?.origin ?? "")),
  } satisfies Record<string, Relay>;
  const urlOf = (relay: Relay) => `http://127.0.0.1:${relay.port}`;
  const dataOf = (name: string) => join(folder, name);
  const disks = ["api", "cabinet", "fast"].flatMap((name) => smallDisk(join(dataOf(name), "files")) ?? []);
  const common = {
    NODE_ENV: "production",
    DEMO: "1",
    LOG_LEVEL: "warn",
    HOST: "127.0.0.1",
    SESSION_SECRET: "a secret of this world that is long enough",
  };
  const cabinet = (name: string, port: number, settings: Record<string, string> = {}) =>
    processes.run(name, process.execPath, ["bin/serve.mjs"], {
      user,
      cwd: process.cwd(),
      env: { ...common, PORT: String(port), DATA_DIR: dataOf(name), API_URL: urlOf(relays.api), ...settings },
    });
  async function end(): Promise<void> {
    for (const name of ["cabinet", "fast", "api"]) await processes.stop(name);
    await Promise.all([...Object.values(relays), bot, stripe, hypervisor].map((one) => one.close()));
    for (const disk of disks) disk.unmount();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
  processes.run("api", process.execPath, ["--import", "tsx", "api/cli/api.ts"], {
    user,
    cwd: process.cwd(),
    env: {
      ...common,
      PORT: String(apiPort),
      PUBLIC_ORIGIN: `http://localhost:${cabinetPort}`,
      DATA_DIR: dataOf("api"),
      DATABASE_URL: `postgres://cabinet@127.0.0.1:${relays.database.port}${new URL(database.url.replace("@/", "@localhost/")).pathname}`,
      TRUST_CABINET: "1",
      SMTP_URL: `smtp://127.0.0.1:${relays.mail.port}`,
      TELEGRAM_BOT_TOKEN: bot.token,
      TELEGRAM_API: urlOf(relays.bot),
      PROVISIONER_URL: `${urlOf(relays.provisioner)}/orders`,
      PROVISIONER_SECRET: "a secret of the hypervisor",
      STRIPE_SECRET_KEY: "sk_test_standInOnly123",
      STRIPE_WEBHOOK_SECRET: "whsec_standInOnly456",
      STRIPE_API: urlOf(relays.payments),
    },
  });
  cabinet("cabinet", cabinetPort);
  try {
    const isUp = () => processes.untilItAnswers(`http://127.0.0.1:${cabinetPort}/readyz`, "cabinet");
    // the first start may have to build, so wait twice
    await isUp().catch(isUp);
    cabinet("fast", fastPort, { NODE_OPTIONS: `--import=${resolve("tools/drills/fast-clock.mjs")}` });
    await processes.untilItAnswers(`http://127.0.0.1:${fastPort}/readyz`, "fast");
  } catch (error) {
    const output = processes.outputOf("api").slice(-2000);
    await end();
    throw new Error(output, { cause: error });
  }
  return {
    origin: `http://localhost:${cabinetPort}`,
    apiOrigin: `http://localhost:${apiPort}`,
    pids: { cabinet: processes.pidOf("cabinet") ?? 0, api: processes.pidOf("api") ?? 0 },
    fastOrigin: `http://localhost:${fastPort}`,
    canMount: disks.length > 0,
    outputOf: processes.outputOf,
    become: (relay: keyof typeof relays, manner: Manner) => relays[relay].become(manner),
    diskBecomes: (state: "sound" | "full" | "read-only") => {
      for (const disk of disks) disk.become(state);
    },
    /** Waits until the whole service responds again. */
    untilSound: () => processes.untilItAnswers(`http://127.0.0.1:${cabinetPort}/readyz`, "cabinet"),
    end,
  };
}

export type FaultyEnvironment = Awaited<ReturnType<typeof startFaultyEnvironment>>;
