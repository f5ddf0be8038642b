import { chownSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { freePort } from "#api/cli/free-port";
import type { Processes } from "#tools/drills/processes.testing";
import { userOf } from "#tools/drills/processes.testing";
import { postgresOf, signalAll } from "./failover-postgres";

const names = ["db1", "db2", "db3"] as const;
export type Name = (typeof names)[number];
/** A member as Patroni reports it. */
type Member = { name: Name; role: string; state: string };

const passwords = { superuser: "change-this", cabinet: "a-password-of-the-database" };
const untilWhole = 90_000;

const isName = (value: unknown): value is Name => names.some((name) => name === value);

/**
 * Starts the three machines of `deploy/failover/` on one, from its files, with free ports and separate folders.
 * PostgreSQL refuses to run as root, so root runs it as the user postgres.
 */
export async function startCluster(processes: Processes, folder: string) {
  const user = process.getuid?.() === 0 ? userOf("postgres") : undefined;
  const ports: Record<string, number> = {};
  for (const kind of ["2379", "2380", "5432", "8008"])
    for (const index of [1, 2, 3]) ports[`10.0.0.1${index}:${kind}`] = await freePort();
  const port = await freePort();
  const folderOf = (name: string) => join(folder, name);
  for (const name of names) {
    mkdirSync(folderOf(name), { mode: 0o700 });
    if (user) chownSync(folderOf(name), user.uid, user.gid);
  }
  const dataOf = (name: Name) => join(folderOf(name), "postgresql/15/cabinet");
  const addressOf = (name: Name, kind: number) => `127.0.0.1:${ports[`10.0.0.1${name.at(-1)}:${kind}`]}`;

  /** Returns a file of `deploy/failover/` for a machine; `own` matches the lines that differ. */
  const fileFor = (name: Name, file: string, own: RegExp) =>
    readFileSync(`deploy/failover/${file}`, "utf8")
      .replaceAll(own, (line) => line.replaceAll("10.0.0.11", `10.0.0.1${name.at(-1)}`).replace("db1", name))
      .replaceAll(/10\.0\.0\.1[123]:\d{4}/g, (address) => `127.0.0.1:${ports[address]}`)
      .replaceAll("10.0.0.0/24", "127.0.0.1/32")
      .replaceAll(
        /\/(var\/lib\/(etcd\/cabinet|postgresql(\/15\/cabinet)?)|var\/run\/postgresql)/g,
        (path) => folderOf(name) + (path.endsWith("cabinet") ? path.replace("/var/lib", "") : ""),
      );

  function startEtcd(name: Name): void {
    const lines = fileFor(name, "etcd.env", /^ETCD_(NAME|.*_URLS)=.*$/gm)
      .split("\n")
      .filter((line) => line.startsWith("ETCD_"));
    const env = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)));
    processes.run(`etcd-${name}`, "/usr/bin/etcd", [], { user, env, cwd: folderOf(name) });
  }

  function startPatroni(name: Name): void {
    const config = join(folderOf(name), "patroni.yml");
    writeFileSync(config, fileFor(name, "patroni.yml", /^(name|\s+(listen|connect_address)): .*$/gm));
    processes.run(`patroni-${name}`, "/usr/bin/patroni", [config], { user, cwd: folderOf(name) });
  }

  function startProxy(): void {
    const config = join(folder, "haproxy.cfg");
    const text = readFileSync("deploy/failover/haproxy.cfg", "utf8")
      .replaceAll(/(10\.0\.0\.1[123]):5432 check port 8008/g, (_, host) => {
        const check = ports[`${host}:8008`];
        return `127.0.0.1:${ports[`${host}:5432`]} check port ${check}`;
      })
      .replaceAll("127.0.0.1:5000", `127.0.0.1:${port}`)
      .replace("/run/haproxy/admin.sock", join(folder, "haproxy.sock"));
    writeFileSync(config, text);
    processes.run("haproxy", "/usr/sbin/haproxy", ["-db", "-f", config], {});
  }

  const superuser = `postgres://postgres:${passwords.superuser}@127.0.0.1:${port}/postgres`;
  async function query<T extends object>(sql: string): Promise<T[]> {
    const client = new Client({ connectionString: superuser, connectionTimeoutMillis: 3_000 });
    client.on("error", () => {});
    await client.connect();
    return client
      .query<T>(sql)
      .then(({ rows }) => rows)
      .finally(() => client.end());
  }

  /** Returns all members as reported by the first Patroni that responds. */
  async function members(): Promise<Member[]> {
    for (const name of names) {
      const response = fetch(`http://${addressOf(name, 8008)}/cluster`, {
        signal: AbortSignal.timeout(2_000),
      });
      const state = await response.then(
        (answer) => answer.json(),
        () => null,
      );
      if (state) return (state as { members: Member[] }).members;
    }
    return [];
  }

  /** Returns the leader, by the same request as HAProxy. */
  async function leader(): Promise<Name | null> {
    for (const name of names) {
      const response = fetch(`http://${addressOf(name, 8008)}/primary`, {
        signal: AbortSignal.timeout(2_000),
      });
      if (
        await response.then(
          ({ status }) => status === 200,
          () => false,
        )
      )
        return name;
    }
    return null;
  }

  /**
   * Waits until there is a leader with two followers, one of them synchronous.
   * @returns the leader
   */
  async function untilItIsWhole(): Promise<Name> {
    const until = Date.now() + untilWhole;
    let lastMembers: Member[] = [];
    while (Date.now() < until) {
      lastMembers = await members();
      const running = lastMembers.filter(({ state }) => state === "running" || state === "streaming");
      const leading = lastMembers.find(({ role }) => role === "leader")?.name;
      const isSynchronous = lastMembers.some(({ role }) => role === "sync_standby");
      if (running.length === names.length && isSynchronous && isName(leading)) {
        const streams = await query("select from pg_stat_replication where state = 'streaming'").catch(
          () => [],
        );
        if (streams.length === names.length - 1) return leading;
      }
      await pause(250);
    }
    throw new Error(`The cluster is not whole: ${JSON.stringify(lastMembers)}`);
  }

  /** Sends a command to HAProxy's socket. */
  const sendToProxy = (command: string) =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(join(folder, "haproxy.sock"), () => socket.end(`${command}\n`));
      socket
        .once("error", reject)
        .once("close", () => resolve())
        .resume();
    });

  async function end(): Promise<void> {
    await processes.stop("haproxy");
    await Promise.all(names.map((name) => processes.stop(`patroni-${name}`)));
    // a killed Patroni leaves its PostgreSQL running
    for (const name of names) signalAll(postgresOf(dataOf(name)), "SIGKILL");
    await Promise.all(names.map((name) => processes.stop(`etcd-${name}`)));
  }

  try {
    for (const name of names) startEtcd(name);
    for (const name of names) startPatroni(name);
    startProxy();
    await untilItIsWhole();
    await query(`create role cabinet login password '${passwords.cabinet}'`);
    await query("create database cabinet owner cabinet");
  } catch (error) {
    await end();
    throw error;
  }
  return {
    url: `postgres://cabinet:${passwords.cabinet}@127.0.0.1:${port}/cabinet`,
    dataOf,
    startEtcd,
    startPatroni,
    leader,
    untilItIsWhole,
    tellProxy: sendToProxy,
    end,
  };
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>;
