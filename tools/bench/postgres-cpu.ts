import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** Returns the CPU time in milliseconds of all processes of a PostgreSQL, including ended ones. */
export async function postgresCpu(dataDir: string): Promise<number> {
  const folder = await readdir(dataDir);
  const inside = folder.includes("postgres") ? join(dataDir, "postgres") : dataDir;
  const pids = await readdir("/proc");
  let ticks = 0;
  const postmaster = await postmasterOf(inside);
  for (const pid of pids.filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    const fields = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    if (pid === postmaster) ticks += fields.slice(11, 15).reduce((sum, value) => sum + value, 0);
    else if (String(fields[1]) === postmaster) ticks += (fields[11] ?? 0) + (fields[12] ?? 0);
  }
  return ticks * 10;
}

async function postmasterOf(folder: string): Promise<string> {
  for (const name of ["", ...(await readdir(folder))]) {
    const pidFile = await readFile(join(folder, name, "postmaster.pid"), "utf8").catch(() => null);
    if (pidFile) return pidFile.split("\n")[0] ?? "";
  }
  throw new Error("no postmaster");
}
