import { readFile, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import type { Logger } from "pino";
import { findBinaries } from "./binaries";
import { makeCluster } from "./cluster";
import type { Folders } from "./folders";
import { makeFolders, socketName } from "./folders";
import { disarmLocks, isServer, launch, lockedBy, logFile, signalServer } from "./postmaster";

export { isAlive, isServer, lockedBy, signalServer } from "./postmaster";

export type PrivatePostgres = {
  /** The address of a database of this server. */
  url: (database: string) => string;
  /** Leaves the server; the last process that leaves stops it. */
  stop: () => Promise<void>;
};

/** The server was launched many times and did not come; it may yet, once what it says in its log is mended. */
export class DoesNotStart extends Error {
  /** PostgreSQL's own code for "starting up": whoever asks is told to come back. */
  readonly code = "57P03";
}

type Options = {
  log?: Logger;
  /** Further settings of the server; those who find it running take it as it is. */
  settings?: Readonly<Record<string, string | number>>;
};

const settingsOfOurs = {
  listen_addresses: "",
  unix_socket_permissions: "0700",
  max_connections: 100,
  shared_buffers: "64MB",
  timezone: "UTC",
  log_timezone: "UTC",
  log_checkpoints: "off",
  jit: "off",
};

/** Every process that uses the server holds one connection of this name: so the last one knows that it is the last. */
const present = "cabinet-present";
const leaving = "cabinet-leaving";
const patienceMilliseconds = 60_000;
/** A living server without a socket is out of everybody's reach: a cleaner of /tmp took it, or the server of a folder deleted before. */
const socketCheckMilliseconds = 2_000;
const socketPatienceMilliseconds = 2_000;
const launchesUntilGivingUp = 20;

/**
 * Starts the private PostgreSQL whose files are under `dataDir/postgres`, or adopts the one that runs there.
 * It is reached by a unix socket only, in a folder that nobody else may enter, and is started again when it dies.
 * @throws {NoPostgres} where this system has no program for it.
 * @throws {DoesNotStart} where it was launched again and again; the caller may go on trying.
 */
export async function startPrivatePostgres(dataDir: string, options: Options = {}): Promise<PrivatePostgres> {
  const { log, settings } = options;
  const folders = await makeFolders(dataDir);
  // one name for one folder: a running server is known by it
  folders.data = `${await realpath(folders.root)}/data`;
  const binaries = await findBinaries(folders.user, folders.root);
  if (!folders.root.startsWith(dataDir))
    log?.warn(
      { folder: folders.root, user: folders.user?.name },
      "the database can't be reached under DATA_DIR by the user it runs as; its files are elsewhere",
    );
  await makeCluster(binaries, folders, { isDurable: settings?.fsync !== "off" });
  const start = () =>
    launch(binaries, folders, { ...settingsOfOurs, ...settings, unix_socket_directories: folders.socket });

  let isStopping = false;
  let presence = await beThere();
  const socketCheck = setInterval(async () => {
    if (await isMissing(socketFile(folders))) await presence.end().catch(() => {});
  }, socketCheckMilliseconds).unref();
  log?.info(
    { version: binaries.version, folder: folders.root, user: folders.user?.name },
    "private PostgreSQL is there",
  );
  return { url: (database) => urlOf(folders, database), stop };

  async function beThere(): Promise<Client> {
    const client = await running(folders, start);
    client.on("error", () => {});
    client.once("end", () => {
      if (!isStopping) void comeBack();
    });
    return client;
  }

  async function comeBack(): Promise<void> {
    log?.error("the private PostgreSQL went away; starting it again");
    while (!isStopping) {
      try {
        presence = await beThere();
        log?.info("private PostgreSQL is back");
        if (isStopping) await presence.end();
        return;
      } catch (error) {
        log?.error({ err: error }, "the private PostgreSQL does not start");
        await pause(1_000);
      }
    }
  }

  async function stop(): Promise<void> {
    isStopping = true;
    clearInterval(socketCheck);
    try {
      await presence.query("select set_config('application_name', $1, false)", [leaving]);
      const others = await presence.query("select 1 from pg_stat_activity where application_name = $1", [
        present,
      ]);
      await presence.end();
      if (others.rowCount) return;
    } catch {
      return; // it is gone already
    }
    await shutDown(folders);
  }
}

const urlOf = ({ socket }: Folders, database: string) =>
  `postgres://cabinet@/${database}?host=${encodeURIComponent(socket)}`;

const socketFile = ({ socket }: Folders) => join(socket, socketName);
const isMissing = (file: string) =>
  stat(file).then(
    () => false,
    () => true,
  );

async function connected(folders: Folders): Promise<Client> {
  const client = new Client({ connectionString: urlOf(folders, "postgres"), application_name: present });
  client.on("error", () => {});
  await client.connect();
  return client;
}

/** A connection to the server, which is started where it does not run. Any number of processes may do this at once. */
async function running(folders: Folders, start: () => ReturnType<typeof launch>): Promise<Client> {
  const { data } = folders;
  const deadline = Date.now() + patienceMilliseconds;
  let launches = 0;
  let cutOff = { pid: 0, since: 0 };
  while (Date.now() < deadline) {
    const client = await connected(folders).catch(() => null);
    if (client) return client;
    const pid = await lockedBy(data);
    if (pid && (await isServer(pid, data))) {
      // it is starting, recovering or shutting down, or has lost its socket
      if (pid !== cutOff.pid || !(await isMissing(socketFile(folders)))) cutOff = { pid, since: Date.now() };
      if (Date.now() - cutOff.since > socketPatienceMilliseconds) await signalServer(data, "SIGINT");
      await pause(25);
      continue;
    }
    await disarmLocks(folders);
    if (launches++ === launchesUntilGivingUp) break;
    const child = await start();
    // it either takes the lock or, where another starter was faster, ends
    for (let step = 0; child.exitCode === null && child.pid && step < 200; step++) {
      if ((await lockedBy(data)) === child.pid) break;
      await pause(10);
    }
    // what is left of a server that was killed takes a moment to go
    await pause(child.exitCode === null ? 25 : 100);
  }
  const lines = (await readFile(logFile(folders), "utf8").catch(() => "")).trim().split("\n").slice(-5);
  throw new DoesNotStart(`PostgreSQL in ${data} does not start:\n${lines.join("\n")}`);
}

/** A fast shutdown; what does not end in time is stopped at once and recovers at its next start. */
async function shutDown({ data }: Folders): Promise<void> {
  for (const [signal, milliseconds] of [
    ["SIGINT", 15_000],
    ["SIGQUIT", 5_000],
  ] as const) {
    if (!(await signalServer(data, signal))) return;
    for (let waited = 0; waited < milliseconds; waited += 10) {
      const pid = await lockedBy(data);
      if (!pid || !(await isServer(pid, data))) return;
      await pause(10);
    }
  }
}
