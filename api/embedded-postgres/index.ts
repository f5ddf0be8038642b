import { existsSync } from "node:fs";
import { readFile, realpath } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import type { Logger } from "pino";
import { createCluster, findBinaries } from "./binaries";
import type { Folders } from "./folders";
import { createFolders, socketName } from "./folders";
import { disarmLocks, launch, logFile, serverPid, shutDown, signalServer } from "./postmaster";

export { embeddedDataOf } from "./folders";
export { isAlive, isServer, lockedBy, signalServer } from "./postmaster";

export type PrivatePostgres = {
  /** Returns the address of a database of this server. */
  url: (database: string) => string;
  /** Disconnects from the server; the last process to disconnect stops it. */
  stop: () => Promise<void>;
};

type Options = {
  log?: Logger;
  /** Additional settings of the server; ignored if it is already running. */
  settings?: Readonly<Record<string, string | number>>;
};

const defaults = {
  listen_addresses: "",
  unix_socket_permissions: "0700",
  max_connections: 100,
  shared_buffers: "64MB",
  timezone: "UTC",
  log_timezone: "UTC",
  log_checkpoints: "off",
  jit: "off",
};

/**
 * Application name of the one connection that every process using the server holds, so that the last one knows that
 * it is the last.
 */
const present = "cabinet-present";
const leaving = "cabinet-leaving";
const startMilliseconds = 60_000;
/**
 * A running server without a socket is unreachable: a cleaner of /tmp removed it, or the server belongs to a folder
 * deleted before.
 */
const socketMilliseconds = 2_000;
const launchesUntilGivingUp = 20;

/**
 * Starts the embedded PostgreSQL with its files under `dataDir/postgres`, or connects to the running one. It listens
 * on a unix socket only, in a folder that nobody else may enter, and is restarted when it dies.
 * @throws if this system has no program for it, or repeated launches failed: code `57P03`, the caller may retry
 */
export async function startPrivatePostgres(dataDir: string, options: Options = {}): Promise<PrivatePostgres> {
  const { log, settings } = options;
  const folders = await createFolders(dataDir);
  // canonical path: a running server is identified by it
  folders.data = `${await realpath(folders.root)}/data`;
  const { home, version } = await findBinaries(folders.user, folders.root);
  const details = { version, folder: folders.root, uid: folders.user?.uid };
  if (!folders.root.startsWith(dataDir))
    log?.warn(
      details,
      "the database can't be reached under DATA_DIR by the user it runs as; its files are elsewhere",
    );
  await createCluster({ home, version }, folders, { isDurable: settings?.fsync !== "off" });
  const start = () =>
    launch(home, folders, { ...defaults, ...settings, unix_socket_directories: folders.socket });

  let isStopping = false;
  let presence = await attend();
  const socketCheck = setInterval(() => {
    if (!hasSocket(folders)) presence.end().catch(() => {});
  }, socketMilliseconds).unref();
  log?.info(details, "private PostgreSQL is there");
  return { url: (database) => urlOf(folders, database), stop };

  async function attend(): Promise<Client> {
    const client = await connectOrStart(folders, start);
    client.once("end", () => {
      if (!isStopping) void restart();
    });
    return client;
  }

  async function restart(): Promise<void> {
    log?.error("the private PostgreSQL went away; starting it again");
    while (!isStopping) {
      try {
        presence = await attend();
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
      const others = "select 1 from pg_stat_activity where application_name = $1";
      const { rowCount } = await presence.query(others, [present]);
      await presence.end();
      if (rowCount) return;
    } catch {
      return; // it is gone already
    }
    await shutDown(home, folders);
  }
}

const urlOf = ({ socket }: Folders, database: string) =>
  `postgres://cabinet@/${database}?host=${encodeURIComponent(socket)}`;

const hasSocket = ({ socket }: Folders) => existsSync(join(socket, socketName));

async function connect(folders: Folders): Promise<Client | null> {
  const client = new Client({ connectionString: urlOf(folders, "postgres"), application_name: present });
  client.on("error", () => {});
  return client.connect().then(
    () => client,
    () => null,
  );
}

/**
 * Returns a connection to the server, after starting it if needed. Any number of processes may do this in parallel.
 */
async function connectOrStart(folders: Folders, start: () => Promise<void>): Promise<Client> {
  const { data } = folders;
  const deadline = Date.now() + startMilliseconds;
  let launches = 0;
  let cutOff = { pid: 0, since: 0 };
  while (Date.now() < deadline) {
    const client = await connect(folders);
    if (client) return client;
    const pid = await serverPid(data);
    if (pid) {
      // it is starting, recovering or shutting down, or has lost its socket
      if (pid !== cutOff.pid || hasSocket(folders)) cutOff = { pid, since: Date.now() };
      if (Date.now() - cutOff.since > socketMilliseconds) await signalServer(data, "SIGINT");
      await pause(25);
      continue;
    }
    await disarmLocks(folders);
    if (launches++ === launchesUntilGivingUp) break;
    // another process may be faster, and the remains of a killed server take a moment to disappear
    await start().catch(() => pause(100));
  }
  const lines = (await readFile(logFile(folders), "utf8").catch(() => "")).trim().split("\n").slice(-5);
  const message = `PostgreSQL in ${data} does not start:\n${lines.join("\n")}`;
  // PostgreSQL's own code for "starting up", on which callers retry
  throw Object.assign(new Error(message), { code: "57P03" });
}
