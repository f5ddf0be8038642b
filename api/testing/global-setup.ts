import { chmod, mkdtemp, readdir, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { TestProject } from "vitest/node";
import { isAlive, isServer, lockedBy, signalServer } from "#api/embedded-postgres/index";

declare module "vitest" {
  interface ProvidedContext {
    /** Folder in which the first test that needs a database starts the server of this run. */
    postgresFolder: string;
  }
}

const prefix = "cabinet-test-";
/**
 * Each test file creates a database of some 300 files, which takes a tenth of the time in memory. A container's
 * /dev/shm may be too small.
 */
const inMemory = { folder: "/dev/shm", needsBytes: 2 * 1024 ** 3 };

/** Provides a folder for the run's PostgreSQL server, after removing what killed runs have left behind. */
export default async function prepareTestPostgres(project: TestProject): Promise<() => Promise<void>> {
  const base = (await hasFreeSpace(inMemory)) ? inMemory.folder : tmpdir();
  for (const name of await readdir(base)) {
    const pid = name.startsWith(prefix) && Number(name.slice(prefix.length).split("-")[0]);
    if (pid && !isAlive(pid)) await clear(join(base, name));
  }
  const folder = await mkdtemp(join(base, `${prefix}${process.pid}-`));
  // run as root, the server uses another user, who must be able to enter the folder
  await chmod(folder, 0o711);
  project.provide("postgresFolder", folder);
  return () => clear(folder);
}

async function hasFreeSpace({ folder, needsBytes }: typeof inMemory): Promise<boolean> {
  const found = await statfs(folder).catch(() => undefined);
  return found !== undefined && found.bavail * found.bsize >= needsBytes;
}

async function clear(folder: string): Promise<void> {
  const data = join(folder, "postgres/data");
  const pid = await lockedBy(data);
  if (await signalServer(data, "SIGQUIT"))
    for (let step = 0; step < 500 && pid && (await isServer(pid, data)); step++) await pause(10);
  await rm(folder, { recursive: true, force: true });
}
