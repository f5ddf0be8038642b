import { execFile } from "node:child_process";
import { link, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Folders } from "./folders";
import { socketFile } from "./folders";

const run = promisify(execFile);

/** Longer logs are renamed at the next start; one old log is preserved. */
const longestLogBytes = 10_000_000;
/** Above every system's highest process id. */
const impossiblePid = 99_999_999;

const lockFile = (data: string) => join(data, "postmaster.pid");
export const logFile = ({ root }: Folders) => join(root, "server.log");

/** Returns the environment of the server's programs, without variables of ours that could change their behaviour. */
export const environmentOf = (home: string): NodeJS.ProcessEnv => ({
  NODE_ENV: "production",
  LD_LIBRARY_PATH: join(home, "lib"),
  LC_ALL: "C",
  TZ: "UTC",
});

const pidIn = async (file: string) =>
  Number.parseInt(await readFile(file, "utf8").catch(() => ""), 10) || null;

/** Returns the process id in the server's lock file; null if there is no such file. */
export const lockedBy = (data: string): Promise<number | null> => pidIn(lockFile(data));

/**
 * Returns whether the process of the lock file really is the server of this folder: not a zombie, not another process
 * with a reused id.
 */
export async function isServer(pid: number, data: string): Promise<boolean> {
  if (process.platform === "linux") {
    // a zombie has an empty command line, and the file is readable by every user
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    return command.split("\0").includes(data);
  }
  const { stdout } = await run("ps", ["-o", "command=", "-p", String(pid)]).catch(() => ({ stdout: "" }));
  return stdout.includes(`-D ${data}`);
}

/** Returns the port in the server's lock file; null if there is no such file. */
export const portOf = async (data: string): Promise<number | null> =>
  Number((await readFile(lockFile(data), "utf8").catch(() => "")).split("\n")[3]) || null;

/** Returns the process id of the server if it is running. */
export async function serverPid(data: string): Promise<number | null> {
  const pid = await lockedBy(data);
  return pid && (await isServer(pid, data)) ? pid : null;
}

/** Sends a signal to the server if it is running. */
export async function signalServer(data: string, signal: NodeJS.Signals): Promise<boolean> {
  const pid = await serverPid(data);
  try {
    return pid !== null && process.kill(pid, signal);
  } catch {
    return false;
  }
}

/**
 * Replaces the process id in stale lock files by an impossible one. A zombie or an unrelated process may have the id
 * of a dead server, and PostgreSQL would take it for alive. PostgreSQL still checks through the shared memory named
 * there whether any process of the dead server is left.
 */
export async function disarmLocks(folders: Folders): Promise<void> {
  const { data } = folders;
  for (const file of [lockFile(data), `${socketFile(folders)}.lock`]) {
    const pid = await pidIn(file);
    if (!pid || !isAlive(pid) || (await isServer(pid, data))) continue;
    const aside = `${file}.${process.pid}`;
    try {
      await rename(file, aside);
    } catch {
      continue; // another starter did it
    }
    const text = await readFile(aside, "utf8");
    // another process may have been faster, so that this is the lock of a running server: it is restored unchanged
    if (Number.parseInt(text, 10) === pid)
      await writeFile(aside, text.replace(/^\d+/, String(impossiblePid)));
    await link(aside, file).catch(() => {});
    await rm(aside, { force: true });
  }
}

/** Returns whether a process has this id, including zombies and other users' processes. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

const pgCtl = (home: string, { root, data, user }: Folders, ...args: string[]) =>
  run(join(home, "bin/pg_ctl"), [...args, "-D", data], { ...user, cwd: root, env: environmentOf(home) });

/**
 * Starts the server in a session of its own, so that Ctrl-C reaches this process and not the server. Rejects if
 * another process was faster.
 */
export async function launch(
  home: string,
  folders: Folders,
  settings: Readonly<Record<string, string | number>>,
): Promise<void> {
  const all = { ...settings, port: folders.port, unix_socket_directories: folders.socket };
  const log = logFile(folders);
  const { size } = await stat(log).catch(() => ({ size: 0 }));
  if (size > longestLogBytes) await rename(log, `${log}.1`).catch(() => {});
  // the options pass through a shell
  const options = Object.entries(all).map(
    ([name, value]) => `-c ${name}='${String(value).replaceAll("'", "'\\''")}'`,
  );
  await pgCtl(home, folders, "start", "-l", log, "-o", options.join(" "));
}

/** Stops the server with a fast shutdown; if that takes too long, immediately, and it recovers at its next start. */
export const shutDown = (home: string, folders: Folders): Promise<unknown> =>
  pgCtl(home, folders, "stop", "-m", "fast", "-t", "15")
    .catch(() => pgCtl(home, folders, "stop", "-m", "immediate", "-t", "5"))
    .catch(() => {}); // it is gone already
