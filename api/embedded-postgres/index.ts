import { realpath, rm } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "pg";
import type { Logger } from "pino";
import { findBinaries } from "./binaries";
import { createCluster } from "./cluster";
import { connectOrStart, hasSocket, present, socketMilliseconds, urlOf } from "./connect";
import { createFolders, temporaryFoldersOf } from "./folders";
import { launch, shutDown } from "./postmaster";
import type { CopyDatabases } from "./upgrade";
import { upgradeCluster } from "./upgrade";

export { DataFolderError } from "./cluster";
export { embeddedDataOf } from "./folders";
export { isAlive, isServer, lockedBy, signalServer } from "./postmaster";

export type PrivatePostgres = {
  /** Returns the address of a database of this server. */
  url: (database: string) => string;
  /** Disconnects from the server; the last process to disconnect stops it. */
  stop: () => Promise<void>;
  /** Stops the server and deletes all its files, for a temporary one that no other process uses. */
  remove: () => Promise<void>;
};

type Options = {
  log?: Logger;
  /** Additional settings of the server; ignored if it is already running. */
  settings?: Readonly<Record<string, string | number>>;
  /** Upgrades data of the previous version with this function; without it, they are rejected. */
  copyDatabases?: CopyDatabases;
};

const leaving = "cabinet-leaving";

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
 * Starts the embedded PostgreSQL with its files under `dataDir/postgres`, or connects to the running one. It listens
 * on a unix socket only, in a folder that nobody else may enter, and is restarted when it dies.
 * @throws if this system has no program for it; DataFolderError if the data can't be used; if repeated launches
 * failed, or the previous version is still in use: code `57P03`, the caller may retry
 */
export async function startPrivatePostgres(dataDir: string, options: Options = {}): Promise<PrivatePostgres> {
  const { log, settings, copyDatabases } = options;
  const folders = await createFolders(dataDir);
  // canonical path: a running server is identified by it
  folders.data = `${await realpath(folders.root)}/data`;
  const binaries = await findBinaries(folders.user, folders.root);
  const { home, version } = binaries;
  const details = { version, folder: folders.root, uid: folders.user?.uid };
  if (!folders.root.startsWith(dataDir))
    log?.warn(
      details,
      "the database can't be reached under DATA_DIR by the user it runs as; its files are elsewhere",
    );
  await upgradeCluster(binaries, folders, { copyDatabases, log, settings: defaults });
  await createCluster(binaries, folders, { isDurable: settings?.fsync !== "off" });
  const start = () => launch(home, folders, { ...defaults, ...settings });

  const stopping = new AbortController();
  let restarting: Promise<void> | undefined;
  let presence = await attend();
  const socketCheck = setInterval(() => {
    if (!hasSocket(folders)) presence.end().catch(() => {});
  }, socketMilliseconds).unref();
  log?.info(details, "private PostgreSQL is there");
  return { url: (database) => urlOf(folders, database), stop, remove };

  async function attend(): Promise<Client> {
    const client = await connectOrStart(folders, start, stopping.signal);
    client.once("end", () => {
      if (!stopping.signal.aborted) restarting = restart();
    });
    return client;
  }

  async function restart(): Promise<void> {
    log?.error("the private PostgreSQL went away; starting it again");
    while (!stopping.signal.aborted) {
      try {
        presence = await attend();
        log?.info("private PostgreSQL is back");
        return;
      } catch (error) {
        if (stopping.signal.aborted) return;
        log?.error({ err: error }, "the private PostgreSQL does not start");
        await pause(1_000);
      }
    }
  }

  async function stop(): Promise<void> {
    stopping.abort();
    clearInterval(socketCheck);
    // a server that this process has just started again would otherwise run on without anybody to stop it
    await restarting;
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

  async function remove(): Promise<void> {
    await stop();
    for (const folder of temporaryFoldersOf(dataDir, folders))
      await rm(folder, { recursive: true, force: true });
  }
}
