import { execFile } from "node:child_process";
import { link, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Folders } from "./folders";
import { socketName } from "./folders";

const run = promisify(execFile);

/** Longer logs are set aside at the next start; one such is kept. */
const longestLogBytes = 10_000_000;
/** Beyond every system's highest process id. */
const impossiblePid = 99_999_999;

const lockFile = (data: string) => join(data, "postmaster.pid");
export const logFile = ({ root }: Folders) => join(root, "server.log");

/** Of the programs: nothing of ours that could change what they do. */
export const environmentOf = (home: string): NodeJS.ProcessEnv => ({
  NODE_ENV: "production",
  LD_LIBRARY_PATH: join(home, "lib"),
  LC_ALL: "C",
  TZ: "UTC",
});

const pidIn = async (file: string) =>
  Number.parseInt(await readFile(file, "utf8").catch(() => ""), 10) || null;

/** The process id in the server's lock file; null where there is no such file. */
export const lockedBy = (data: string): Promise<number | null> => pidIn(lockFile(data));

/** Whether the process of the lock file really is the server of this folder: not a zombie, not a stranger with a reused id. */
export async function isServer(pid: number, data: string): Promise<boolean> {
  if (process.platform === "linux") {
    // a zombie has no command line, and everybody's may be read
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    return command.split("\0").includes(data);
  }
  const { stdout } = await run("ps", ["-o", "command=", "-p", String(pid)]).catch(() => ({ stdout: "" }));
  return stdout.includes(`-D ${data}`);
}

/** The process id of the server, where it lives. */
export async function serverPid(data: string): Promise<number | null> {
  const pid = await lockedBy(data);
  return pid && (await isServer(pid, data)) ? pid : null;
}

/** Sends a signal to the server, where it runs. */
export async function signalServer(data: string, signal: NodeJS.Signals): Promise<boolean> {
  const pid = await serverPid(data);
  try {
    return pid !== null && process.kill(pid, signal);
  } catch {
    return false;
  }
}

/**
 * A zombie or a stranger may hold the id of a dead server, and PostgreSQL would take it for alive: its lock files then get an id that can't be.
 * PostgreSQL still looks by itself, through the shared memory named there, whether any process of the dead server is left.
 */
export async function disarmLocks({ data, socket }: Folders): Promise<void> {
  for (const file of [lockFile(data), join(socket, `${socketName}.lock`)]) {
    const pid = await pidIn(file);
    if (!pid || !isAlive(pid) || (await isServer(pid, data))) continue;
    const aside = `${file}.${process.pid}`;
    try {
      await rename(file, aside);
    } catch {
      continue; // another starter did it
    }
    const text = await readFile(aside, "utf8");
    // a starter may have been faster, and this is the lock of a living server: it is given back as it was
    if (Number.parseInt(text, 10) === pid)
      await writeFile(aside, text.replace(/^\d+/, String(impossiblePid)));
    await link(aside, file).catch(() => {});
    await rm(aside, { force: true });
  }
}

/** Whether a process has this id, be it a zombie or somebody else's. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

const pgCtl = (home: string, { root, data, user }: Folders, ...args: string[]) =>
  run(join(home, "bin/pg_ctl"), [...args, "-D", data], { ...user, cwd: root, env: environmentOf(home) });

/** Starts the server, in a session of its own, so that Ctrl-C reaches us and not it. Rejects where another starter was faster. */
export async function launch(
  home: string,
  folders: Folders,
  settings: Readonly<Record<string, string | number>>,
): Promise<void> {
  const log = logFile(folders);
  const { size } = await stat(log).catch(() => ({ size: 0 }));
  if (size > longestLogBytes) await rename(log, `${log}.1`).catch(() => {});
  // a shell reads them
  const options = Object.entries(settings).map(
    ([name, value]) => `-c ${name}='${String(value).replaceAll("'", "'\\''")}'`,
  );
  await pgCtl(home, folders, "start", "-l", log, "-o", options.join(" "));
}

/** A fast shutdown; what does not end in time is stopped at once and recovers at its next start. */
export const shutDown = (home: string, folders: Folders): Promise<unknown> =>
  pgCtl(home, folders, "stop", "-m", "fast", "-t", "15")
    .catch(() => pgCtl(home, folders, "stop", "-m", "immediate", "-t", "5"))
    .catch(() => {}); // it is gone already
