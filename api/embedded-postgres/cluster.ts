import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Binaries } from "./binaries";
import type { Folders } from "./folders";
import { environmentOf, isAlive } from "./postmaster";

const run = promisify(execFile);

/** A data directory that this release can't use; the message tells the operator what to do. */
export class DataFolderError extends Error {}

/**
 * Creates the server's data directory if it is missing, in a draft folder first, so that a kill leaves nothing half
 * made.
 * @throws DataFolderError if another version of PostgreSQL wrote it
 */
export async function createCluster(
  binaries: Binaries,
  folders: Folders,
  { isDurable = true } = {},
): Promise<void> {
  const { home } = binaries;
  const { root, data, user } = folders;
  const written = await majorVersion(data);
  const ownMajor = majorOf(binaries);
  if (written && written !== ownMajor)
    throw new DataFolderError(
      `${data} was written by PostgreSQL ${written}, this release has ${ownMajor}: start the release that wrote it, ` +
        "make a backup there and restore it here, or set DATA_DIR.",
    );
  if (written) return removeDrafts(root);
  // threads of one process may start in parallel
  const draft = join(root, `new-${process.pid}-${randomBytes(4).toString("hex")}`);
  const options = ["--username=cabinet", "--auth=trust", "--encoding=UTF8", "--locale=C", "--data-checksums"];
  if (!isDurable) options.push("--no-sync");
  const env = environmentOf(home);
  await run(join(home, "bin/initdb"), ["-D", draft, ...options], { ...user, cwd: root, env });
  try {
    await rename(draft, data);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // another process created it first
    if (!(await majorVersion(data))) throw error;
  }
}

/** Removes the drafts of processes that were killed while creating the data directory. */
async function removeDrafts(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const pid = Number(/^new-(\d+)-/.exec(name)?.[1]);
    if (pid && !isAlive(pid)) await rm(join(root, name), { recursive: true, force: true });
  }
}

/** Returns the major version of PostgreSQL that wrote a data directory; null if there is none. */
export const majorVersion = (data: string) =>
  readFile(join(data, "PG_VERSION"), "utf8").then(
    (text) => text.trim(),
    () => null,
  );

export const majorOf = ({ version }: Binaries) => version.split(".")[0] ?? "";
