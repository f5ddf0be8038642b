import type { ChildProcess } from "node:child_process";
import { execFile, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { link, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Binaries } from "./binaries";
import { environmentOf } from "./binaries";
import type { Folders } from "./folders";
import { socketName } from "./folders";

const run = promisify(execFile);

/** Longer logs are set aside at the next start; one such is kept. */
const longestLogBytes = 10_000_000;
/** Beyond every system's highest process id. */
const impossiblePid = 99_999_999;

const lockFile = (data: string) => join(data, "postmaster.pid");
export const logFile = ({ root }: Folders) => join(root, "server.log");

/** The process id in the server's lock file; null where there is no such file. */
export async function lockedBy(data: string): Promise<number | null> {
  const text = await readFile(lockFile(data), "utf8").catch(() => "");
  return Number.parseInt(text, 10) || null;
}

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

/**
 * A zombie or a stranger may hold the id of a dead server, and PostgreSQL would take it for alive: its lock files then get an id that can't be.
 * PostgreSQL still looks by itself, through the shared memory named there, whether any process of the dead server is left.
 */
export async function disarmLocks({ data, socket }: Folders): Promise<void> {
  for (const file of [lockFile(data), join(socket, `${socketName}.lock`)]) {
    const pid = Number.parseInt(await readFile(file, "utf8").catch(() => ""), 10);
    if (pid && isAlive(pid) && !(await isServer(pid, data))) await disarm(file, pid);
  }
}

async function disarm(file: string, pid: number): Promise<void> {
  const aside = `${file}.${process.pid}`;
  try {
    await rename(file, aside);
  } catch {
    return; // another starter did it
  }
  const text = await readFile(aside, "utf8");
  // a starter may have been faster, and this is the lock of a living server: it is given back as it was
  if (Number.parseInt(text, 10) === pid) await writeFile(aside, text.replace(/^\d+/, String(impossiblePid)));
  await link(aside, file).catch(() => {});
  await rm(aside, { force: true });
}

/** Whether a process has this id, be it a zombie or somebody else's. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Starts the server in a process group of its own, so that Ctrl-C reaches us and not it. */
export async function launch(
  binaries: Binaries,
  folders: Folders,
  settings: Readonly<Record<string, string | number>>,
): Promise<ChildProcess> {
  const log = logFile(folders);
  const { size } = await stat(log).catch(() => ({ size: 0 }));
  if (size > longestLogBytes) await rename(log, `${log}.1`).catch(() => {});
  const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const output = openSync(log, "a");
  try {
    const child = spawn(join(binaries.home, "bin/postgres"), ["-D", folders.data, ...options], {
      ...(folders.user && { uid: folders.user.uid, gid: folders.user.gid }),
      cwd: folders.root,
      env: environmentOf(binaries),
      detached: true,
      stdio: ["ignore", output, output],
    });
    child.on("error", () => {}); // seen by its exit code, which stays null
    child.unref();
    return child;
  } finally {
    closeSync(output);
  }
}

/** Sends a signal to the server, where it runs. */
export async function signalServer(data: string, signal: NodeJS.Signals): Promise<boolean> {
  const pid = await lockedBy(data);
  if (!pid || !(await isServer(pid, data))) return false;
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}
