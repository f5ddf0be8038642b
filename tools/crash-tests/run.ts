import { randomInt } from "node:crypto";
import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { createDeps } from "#api/bootstrap/create-deps";
import type { Deps } from "#api/deps";
import { signalServer } from "#api/embedded-postgres/index";
import { parseEnvironment } from "#api/lib/environment";
import type { ApiProcess } from "./api-processes";
import { startApiProcess } from "./api-processes";
import type { FaultsOfKind } from "./books";
import { Books } from "./books";
import { bundleProgram } from "./bundle-program";
import type { World } from "./client";
import { live } from "./client";
import { createClient } from "./create-client";

export type CrashTestOptions = {
  /** An empty folder for the database and all other data. */
  dataDir: string;
  /** Minimum duration; it lasts longer until the numbers of kills and acknowledged movements are reached. */
  seconds: number;
  kills?: number;
  acknowledged?: number;
  clients: number;
  processes: number;
  /** Runs a faulty API, to show that the test detects its faults. */
  isNaive: boolean;
  /** Called from time to time with the progress. */
  onProgress?: (progress: { seconds: number; kills: number; acknowledged: number }) => void;
  /**
   * An external PostgreSQL instead of the embedded one, and the disturbance to run on it: the test ends with that,
   * regardless of `seconds`.
   */
  database?: { url: string; disturb: (books: Books, processes: readonly ApiProcess[]) => Promise<void> };
};

export type CrashTestResult = { faults: Record<string, FaultsOfKind>; counts: Record<string, number> };

const startingCents = 10_000;
/** Limit regardless of the requested number of kills. */
const mostSeconds = 3_600;
const progressIntervalMs = 15_000;

/**
 * Lets many clients move money at random through several API processes, while those and the database are killed (-9)
 * repeatedly, then checks the ledger against the responses that clients got. No faults means: every read saw the same
 * total, no balance was negative, no acknowledged movement was lost or doubled, and each unknown outcome was resolved
 * by retrying its key, or at the end from the service's database.
 */
export async function proveMoney(options: CrashTestOptions): Promise<CrashTestResult> {
  const environment = {
    DATA_DIR: options.dataDir,
    LOG_LEVEL: "silent",
    PROVISIONER_SECONDS: "1",
    // as in every deployment with several processes, because orders are signed with it
    PUBLIC_ORIGIN: "http://cabinet.test",
    DATABASE_URL: options.database?.url ?? "",
  };
  const program = await bundleProgram(
    options.isNaive ? "tools/crash-tests/testing/naive-api.ts" : "api/cli/api.ts",
  );
  const { deps, stop } = await createDeps({ env: parseEnvironment(environment), withWorker: false });
  const books = new Books();
  const processes: ApiProcess[] = [];
  let telling: ReturnType<typeof setInterval> | undefined;
  try {
    const clients = await Promise.all(
      Array.from({ length: options.clients }, () => createClient(deps, { cents: startingCents })),
    );
    for (const { id } of clients) books.expect(id, startingCents);
    const start = (_: unknown, index: number) =>
      startApiProcess(program.file, { ...environment, WORKER: index === 0 ? "on" : "off" }, (what) =>
        books.fault("an end of a process", what),
      );
    processes.push(...(await Promise.all(Array.from({ length: options.processes }, start))));

    const startedAt = Date.now();
    let isDisturbed = true;
    const isOver = () => {
      if (options.database) return !isDisturbed;
      const seconds = (Date.now() - startedAt) / 1_000;
      const isEnough =
        killsIn(books) >= (options.kills ?? 0) && books.acknowledged >= (options.acknowledged ?? 0);
      return seconds >= mostSeconds || (seconds >= options.seconds && isEnough);
    };
    const world: World = {
      books,
      clients,
      settings: deps.settings,
      origin: () => {
        // one request in ten may go to a process that is down
        const ready = processes.filter(({ isReady }) => isReady);
        const doors = ready.length === 0 || randomInt(10) === 0 ? processes : ready;
        return doors[randomInt(doors.length)]?.origin ?? "";
      },
      isOver,
      actions: options.isNaive ? ["transfer", "read"] : ["transfer", "transfer", "deposit", "rent", "read"],
    };
    telling = setInterval(() => {
      const seconds = Math.round((Date.now() - startedAt) / 1_000);
      options.onProgress?.({ seconds, kills: killsIn(books), acknowledged: books.acknowledged });
    }, progressIntervalMs);
    const lives = clients.map((client) => live(world, client));
    const disturbed = options.database
      ? options.database.disturb(books, processes)
      : kill(options, books, processes, isOver);
    await Promise.all([
      disturbed.finally(() => {
        isDisturbed = false;
      }),
      checkContinuously(deps, books, isOver),
    ]);
    await Promise.all(lives);
    // no request may be running when outcomes are looked up
    await Promise.all(processes.map((one) => one.stop()));
    await untilItAnswers(deps);
    books.counts.acknowledged = books.acknowledged;
    await books.close(deps.db);
  } finally {
    clearInterval(telling);
    await Promise.all(processes.map((one) => one.stop()));
    await stop();
    await program.remove();
  }
  return { faults: books.faults, counts: books.counts };
}

/**
 * Kills an API process or the database, alternating at random; both are restarted. If numbers of kills and movements
 * are requested, the kills are spread over the movements, since otherwise all movements would have to happen in the
 * short time between kills.
 */
async function kill(
  { dataDir, kills = 0, acknowledged = 0 }: CrashTestOptions,
  books: Books,
  processes: ApiProcess[],
  isOver: () => boolean,
): Promise<void> {
  const data = `${await realpath(join(dataDir, "postgres"))}/data`;
  const replacements: Promise<void>[] = [];
  // require some movements between two kills, however slow the machine is
  const between = kills > 0 ? Math.max(1, Math.floor(acknowledged / kills)) : 1;
  let acknowledgedBefore = -between;
  while (!isOver()) {
    await pause(500 + randomInt(1_000));
    if (books.acknowledged - acknowledgedBefore < between) continue;
    acknowledgedBefore = books.acknowledged;
    const victims = processes.filter(({ isReady }) => isReady);
    // keep one process alive, since a slow machine would otherwise do little but start processes
    if (randomInt(2) === 0 && victims.length > 1) {
      books.count("API processes killed");
      replacements.push(victims[randomInt(victims.length)]?.replace() ?? Promise.resolve());
    } else if (await signalServer(data, "SIGKILL")) books.count("databases killed");
  }
  await Promise.all(replacements);
}

const killsIn = ({ counts }: Books) =>
  (counts["API processes killed"] ?? 0) + (counts["databases killed"] ?? 0);

async function checkContinuously({ db }: Deps, books: Books, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await books.look(db).catch(() => books.count("looks at a dead database"));
    await pause(20);
  }
}

async function untilItAnswers({ db }: Deps): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    if (
      await db.execute(sql`select 1`).then(
        () => true,
        () => false,
      )
    )
      return;
    await pause(100);
  }
  throw new Error("The database did not come back");
}
