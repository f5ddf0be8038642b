import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The server of a data folder and all it has begun; none where it has stopped. */
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
      // it has ended meanwhile
    }
}
