import { execFileSync } from "node:child_process";
import { chownSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "#api/cli/free-port";
import type { Processes } from "./processes.testing";
import { userOf } from "./processes.testing";

const bin = "/usr/lib/postgresql/15/bin";
const password = "a-password-of-the-database";

/**
 * Starts Debian's PostgreSQL, with PgBouncer in front, configured by `deploy/pgbouncer.ini`. Returns the URL through
 * PgBouncer.
 */
export async function startDatabase({ run }: Processes, folder: string): Promise<string> {
  const [port, poolPort] = [await freePort(), await freePort()];
  const user = userOf("postgres");
  const data = join(folder, "database");
  mkdirSync(data);
  chownSync(data, user.uid, user.gid);
  const cluster = ["-D", `${data}/cluster`];
  const options = ["-U", "postgres", "--auth=trust", "--locale=C", "-E", "UTF8", "--no-sync"];
  execFileSync(`${bin}/initdb`, [...cluster, ...options], { ...user, cwd: "/", stdio: "ignore" });
  const settings = [
    `port=${port}`,
    `unix_socket_directories=${data}`,
    "fsync=off",
    "listen_addresses=127.0.0.1",
  ];
  run("postgres", `${bin}/postgres`, [...cluster, ...settings.flatMap((one) => ["-c", one])], { user });
  const psql = ["-h", "127.0.0.1", "-p", String(port), "-U", "postgres", "-q"];
  const statements = [
    `create role cabinet login password '${password}'`,
    "create database cabinet owner cabinet",
  ];
  for (let step = 0; ; step++) {
    try {
      execFileSync("psql", [...psql, ...statements.flatMap((one) => ["-c", one])], { stdio: "ignore" });
      break;
    } catch (error) {
      if (step > 100) throw error;
      await pause(100);
    }
  }
  // the file from deploy/, with this test's ports and paths
  const ini = readFileSync("deploy/pgbouncer.ini", "utf8")
    .replace("port=5432", `port=${port}`)
    .replace("listen_port = 6432", `listen_port = ${poolPort}`)
    .replace("/etc/pgbouncer/userlist.txt", `${data}/userlist.txt`)
    .replaceAll(/\/(var\/log|run)\/postgresql/g, data);
  writeFileSync(`${data}/pgbouncer.ini`, ini);
  writeFileSync(`${data}/userlist.txt`, `"cabinet" "${password}"\n`);
  run("pgbouncer", "/usr/sbin/pgbouncer", [`${data}/pgbouncer.ini`], { user });
  return `postgres://cabinet:${password}@127.0.0.1:${poolPort}/cabinet`;
}
