import { existsSync } from "node:fs";
import { rm, statfs } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import type { Logger } from "pino";
import type { Binaries } from "./binaries";
import { findBinaries, previousMajor } from "./binaries";
import { createCluster, DataFolderError, majorOf, majorVersion } from "./cluster";
import { connect, connectOrStart, hasSocket, present, urlOf } from "./connect";
import { exchange, finishExchange, upgradeFolders } from "./exchange-folders";
import type { Folders } from "./folders";
import { disarmLocks, isServer, launch, portOf, serverPid, shutDown, signalServer } from "./postmaster";

type UrlOf = (database: string) => string;
/** Copies the product's databases from one server to another, and throws if anything differs there. */
export type CopyDatabases = (from: UrlOf, to: UrlOf) => Promise<void>;

type Options = {
  copyDatabases: CopyDatabases | undefined;
  log: Logger | undefined;
  settings: Readonly<Record<string, string | number>>;
};

const ports = { lock: 5410, old: 5415, draft: 5417 };
const stopMilliseconds = 60_000;
const mebibyte = 1024 ** 2;
/** Of an empty data directory, its log of changes (`max_wal_size`), and some to spare. */
const overheadBytes = 512 * mebibyte;

/** For a server that is only read; nobody but this module connects to its port. */
const readOnly = {
  default_transaction_read_only: "on",
  autovacuum: "off",
};

/**
 * Upgrades a data directory of the previous version: starts its server read-only, copies everything into a new data
 * directory and exchanges the two; the old one is kept. A kill at any time leaves one of them complete and in use at
 * the next start, which begins again or finishes. Of several processes one upgrades, and the others wait.
 * @throws DataFolderError if it can't be upgraded; code 57P03 while the previous release is using it
 */
export async function upgradeCluster(binaries: Binaries, folders: Folders, options: Options): Promise<void> {
  const lockServer = { ...folders, data: upgradeFolders(folders.root).lock, port: ports.lock };
  while ((await settledVersion(folders)) === previousMajor && majorOf(binaries) !== previousMajor) {
    await requireUpgradable(folders, options);
    await createCluster(binaries, lockServer);
    const lock = await connectOrStart(lockServer, () => launch(binaries.home, lockServer, options.settings));
    const isLocked = await lock.query("select pg_advisory_lock(1)").then(
      () => true,
      () => false, // the process that held it has stopped the server
    );
    if (!isLocked) continue;
    try {
      if ((await settledVersion(folders)) === previousMajor) await upgrade(binaries, folders, options);
    } finally {
      await stop(lockServer.data);
      await lock.end().catch(() => {});
    }
  }
  if (existsSync(lockServer.data) && !(await serverPid(lockServer.data)))
    await rm(lockServer.data, { recursive: true, force: true });
}

/** Returns the version of the data, after completing an exchange that a killed process began. */
async function settledVersion({ root, data }: Folders): Promise<string | null> {
  const found = await majorVersion(data);
  if (found) return found;
  await finishExchange(root);
  return majorVersion(data);
}

async function requireUpgradable({ root, data }: Folders, { copyDatabases }: Options): Promise<void> {
  if (!copyDatabases)
    throw new DataFolderError(
      `${data} was written by PostgreSQL ${previousMajor}: start the service of this release, which upgrades it.`,
    );
  const { kept } = upgradeFolders(root);
  // another process may have upgraded it since
  if (existsSync(kept) && (await majorVersion(data)) === previousMajor)
    throw new DataFolderError(
      `${data} can't be upgraded: ${kept} of an earlier upgrade is still there. Move it to another place.`,
    );
}

async function upgrade(binaries: Binaries, folders: Folders, options: Options): Promise<void> {
  const { log, settings, copyDatabases } = options;
  const { draft: data, kept } = upgradeFolders(folders.root);
  const draft = { ...folders, data, port: ports.draft };
  const old = { ...folders, port: ports.old };
  const since = performance.now();
  await stopUnusedServer(folders);
  await removeDraft(data);
  const before = await findBinaries(folders.user, folders.root, { release: "previous" });
  const client = await connectOrStart(old, () => launch(before.home, old, { ...settings, ...readOnly }));
  let details: object = { from: previousMajor, to: binaries.version };
  try {
    const bytes = await sizeOf(client);
    await requireSpace(folders, bytes + overheadBytes);
    details = { ...details, bytes };
    log?.warn(details, "upgrading the private PostgreSQL; the service starts after it");
    await createCluster(binaries, draft);
    await disarmLocks(draft);
    await launch(binaries.home, draft, { ...settings, max_wal_size: "256MB", autovacuum: "off" });
    await copyDatabases?.(
      (name) => urlOf(old, name),
      (name) => urlOf(draft, name),
    );
    const notCopied = await compareDatabases(client, draft);
    if (notCopied.length > 0) details = { ...details, notCopied };
  } catch (error) {
    await removeDraft(data).catch(() => {}); // the first error says more, and the next attempt removes it
    throw error;
  } finally {
    await client.end().catch(() => {});
    await stopUnusedServer(old);
  }
  await shutDown(binaries.home, draft);
  // servers write to the paths that they were started with, so neither may run while the folders are renamed
  for (const folder of [data, folders.data])
    if (await serverPid(folder)) throw new Error(`PostgreSQL in ${folder} was started meanwhile`);
  await exchange(folders.root);
  log?.warn(
    { ...details, durationMs: Math.round(performance.now() - since), kept },
    "the private PostgreSQL is upgraded; the old folder is kept and can be deleted when everything works",
  );
}

/** Returns the total size of all databases. */
async function sizeOf(client: Client): Promise<number> {
  const { rows } = await client.query("select sum(pg_database_size(oid))::text as bytes from pg_database");
  return Number(rows[0]?.bytes);
}

/** @throws if the disk has less free space than the upgrade needs */
export async function requireSpace({ root, data }: Pick<Folders, "root" | "data">, bytes: number) {
  const { bavail, bsize } = await statfs(root);
  const free = bavail * bsize;
  const inMebibytes = (count: number) => `${Math.ceil(count / mebibyte)} MiB`;
  if (free < bytes)
    throw new DataFolderError(
      `${data} of PostgreSQL ${previousMajor} can't be upgraded: that needs ${inMebibytes(bytes)} of free disk space, ` +
        `and there are ${inMebibytes(free)}. Free some and start again; nothing has changed.`,
    );
}

/** Returns the names of databases that only the old server has: not the product's, they stay in the kept folder. */
async function compareDatabases(client: Client, draft: Folders): Promise<string[]> {
  const query = "select datname from pg_database where not datistemplate order by 1";
  const { rows } = await client.query<{ datname: string }>(query);
  const other = new Client({ connectionString: urlOf(draft, "postgres") });
  await other.connect();
  try {
    const copied = await other.query<{ datname: string }>(query);
    const names = new Set(copied.rows.map(({ datname }) => datname));
    return rows.map(({ datname }) => datname).filter((name) => !names.has(name));
  } finally {
    await other.query("checkpoint").finally(() => other.end()); // the shutdown is short then
  }
}

/** Removes what a failed or killed upgrade left, after stopping its server. */
async function removeDraft(data: string): Promise<void> {
  await stop(data);
  await rm(data, { recursive: true, force: true });
}

/**
 * Stops a server that a killed process left running with the port of these folders.
 * @throws if a process is using it: code 57P03, as while a server starts up
 */
async function stopUnusedServer(folders: Folders): Promise<void> {
  const { data, port } = folders;
  if (!(await serverPid(data)) || (await portOf(data)) !== port) return;
  const client = await connect(folders);
  const others = "select 1 from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()";
  const users = await client?.query(others, [present]).finally(() => client.end());
  if (users?.rowCount || (!client && hasSocket(folders)))
    throw Object.assign(
      new Error(
        `Another process is using PostgreSQL ${previousMajor} in ${data}: stop the previous release.`,
      ),
      { code: "57P03" },
    );
  await stop(data);
}

/** Stops the server of a data directory if it is running. */
async function stop(data: string): Promise<void> {
  const pid = await serverPid(data);
  const until = Date.now() + stopMilliseconds;
  await signalServer(data, "SIGINT");
  while (pid && (await isServer(pid, data))) {
    if (Date.now() > until) throw new Error(`PostgreSQL in ${data} does not stop`);
    await pause(25);
  }
}
