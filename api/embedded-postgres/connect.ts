import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import type { Folders } from "./folders";
import { socketFile } from "./folders";
import { disarmLocks, logFile, serverPid, signalServer } from "./postmaster";

/**
 * Application name of the one connection that every process using the server holds, so that the last one knows that
 * it is the last.
 */
export const present = "cabinet-present";
const startMilliseconds = 60_000;
/**
 * A running server without a socket is unreachable: a cleaner of /tmp removed it, or the server belongs to a folder
 * deleted before.
 */
export const socketMilliseconds = 2_000;
const launchesUntilGivingUp = 20;

/** Returns the address of a database of the server of these folders. */
export const urlOf = ({ socket, port }: Folders, database: string) =>
  `postgres://cabinet@/${database}?host=${encodeURIComponent(socket)}&port=${port}`;

export const hasSocket = (folders: Folders) => existsSync(socketFile(folders));

/** Returns a connection to the server; null if it accepts none. */
export async function connect(folders: Folders): Promise<Client | null> {
  const client = new Client({ connectionString: urlOf(folders, "postgres"), application_name: present });
  client.on("error", () => {});
  return client.connect().then(
    () => client,
    () => null,
  );
}

/**
 * Returns a connection to the server, after starting it if needed. Any number of processes may do this in parallel.
 * @throws if the server does not start: code `57P03`; if `signal` was aborted: its reason, and no server of this
 * process is starting
 */
export async function connectOrStart(
  folders: Folders,
  start: () => Promise<void>,
  signal?: AbortSignal,
): Promise<Client> {
  const { data } = folders;
  const deadline = Date.now() + startMilliseconds;
  let launches = 0;
  let cutOff = { pid: 0, since: 0 };
  while (Date.now() < deadline) {
    const client = await connect(folders);
    if (client) return client;
    signal?.throwIfAborted();
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
