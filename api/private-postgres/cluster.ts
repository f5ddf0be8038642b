import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Binaries } from "./binaries";
import { environmentOf } from "./binaries";
import type { Folders } from "./folders";
import { isAlive } from "./postmaster";

const run = promisify(execFile);

/** Makes the server's files where there are none: in a draft folder first, so that a kill leaves nothing half made. */
export async function makeCluster(
  binaries: Binaries,
  { root, data, user }: Folders,
  { isDurable = true } = {},
): Promise<void> {
  const written = await majorVersion(data);
  const ours = binaries.version.split(".")[0];
  if (written && written !== ours)
    throw new Error(
      `${data} was written by PostgreSQL ${written}, this is ${ours}: dump it there and restore it here, or set DATA_DIR.`,
    );
  if (written) return removeDrafts(root);
  // threads of one process may start at once
  const draft = join(root, `new-${process.pid}-${randomBytes(4).toString("hex")}`);
  const options = [
    "--username=cabinet",
    "--auth=trust",
    "--encoding=UTF8",
    "--locale=C",
    "--data-checksums",
    ...(isDurable ? [] : ["--no-sync"]),
  ];
  await run(join(binaries.home, "bin/initdb"), ["-D", draft, ...options], {
    ...(user && { uid: user.uid, gid: user.gid }),
    cwd: root,
    env: environmentOf(binaries),
  });
  try {
    await rename(draft, data);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // of several starters one is first
    if (!(await majorVersion(data))) throw error;
  }
}

/** What starters left behind that were killed while they made it. */
async function removeDrafts(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const pid = Number(/^new-(\d+)-/.exec(name)?.[1]);
    if (pid && pid !== process.pid && !isAlive(pid))
      await rm(join(root, name), { recursive: true, force: true });
  }
}

const majorVersion = (data: string) =>
  readFile(join(data, "PG_VERSION"), "utf8").then(
    (text) => text.trim(),
    () => null,
  );
