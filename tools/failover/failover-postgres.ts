import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Returns the process ids of the PostgreSQL server of a data directory and of its children; empty if it is not
 * running.
 */
export function postgresOf(data: string): number[] {
  const pidFile = join(data, "postmaster.pid");
  if (!existsSync(pidFile)) return [];
  const server = Number(readFileSync(pidFile, "utf8").split("\n")[0]);
  const children = readdirSync("/proc").filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ")[1] === String(server);
    } catch {
      return false; // it has ended meanwhile
    }
  });
  return [server, ...children.map(Number)];
}

export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, signal);
    } catch {
      // it has exited already
    }
}
