import type { ChildProcess } from "node:child_process";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "#api/commands/free-port";

const postgresBin = "/usr/lib/postgresql/15/bin";
const asPostgres = (command: string, ...rest: string[]) => ["-u", "postgres", "--", command, ...rest];
const password = "a-password-of-the-database";

/** The environment and the command of a systemd unit, for the instance of a port. */
export function unit(name: string, port: number): { env: Record<string, string>; command: string[] } {
  const lines = readFileSync(`deploy/systemd/${name}`, "utf8").replaceAll("%i", String(port)).split("\n");
  const values = (key: string) =>
    lines.flatMap((line) => (line.startsWith(`${key}=`) ? [line.slice(key.length + 1)] : []));
  const env = Object.fromEntries(
    values("Environment")
      .flatMap((line) => line.split(" "))
      .map((one) => one.split(/=(.*)/s).slice(0, 2)),
  );
  const [start = ""] = values("ExecStart");
  return { env, command: start.replace("/usr/bin/env node", process.execPath).split(" ") };
}

/** The whole of `deploy/` on Debian's own programs, on ports of its own, started from the units and files that stand there. */
export async function startHouse() {
  const folder = await mkdtemp(join(tmpdir(), "cabinet-deploy-"));
  chmodSync(folder, 0o755);
  const children = new Map<string, ChildProcess>();
  const log = (name: string) => join(folder, `${name}.log`);

  function run(
    name: string,
    command: string,
    args: string[],
    env: NodeJS.ProcessEnv = process.env,
  ): ChildProcess {
    const child = spawn("sh", ["-c", `exec "$@" >> "${log(name)}" 2>&1`, "sh", command, ...args], {
      env,
      stdio: "ignore",
    });
    children.set(name, child);
    return child;
  }
  async function stop(name: string): Promise<void> {
    const child = children.get(name);
    children.delete(name);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(name === "postgres" ? "SIGINT" : "SIGTERM");
    const timer = setTimeout(() => child.kill("SIGKILL"), 15_000);
    await ended;
    clearTimeout(timer);
  }
  async function untilItAnswers(url: string, name: string): Promise<void> {
    for (let step = 0; step < 900; step++) {
      const isUp = await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isUp) return;
      await pause(100);
    }
    throw new Error(`${name} does not answer: ${readFileSync(log(name), "utf8").slice(-1000)}`);
  }

  const ports = {
    postgres: await freePort(),
    pgbouncer: await freePort(),
    caddy: await freePort(),
    inside: await freePort(),
  };
  const [pages, apis] = [
    [await freePort(), await freePort()],
    [await freePort(), await freePort()],
  ];
  const origin = `http://localhost:${ports.caddy}`;

  async function startDatabase(): Promise<void> {
    const data = join(folder, "database");
    mkdirSync(data);
    execFileSync("chown", ["-R", "postgres", data]);
    const options = [
      "-D",
      `${data}/cluster`,
      "-U",
      "postgres",
      "--auth=trust",
      "--locale=C",
      "-E",
      "UTF8",
      "--no-sync",
    ];
    execFileSync("runuser", asPostgres(`${postgresBin}/initdb`, ...options), { cwd: "/", stdio: "ignore" });
    const settings = [
      `port=${ports.postgres}`,
      `unix_socket_directories=${data}`,
      "fsync=off",
      "listen_addresses=127.0.0.1",
    ];
    run(
      "postgres",
      "runuser",
      asPostgres(
        `${postgresBin}/postgres`,
        "-D",
        `${data}/cluster`,
        ...settings.flatMap((one) => ["-c", one]),
      ),
    );
    for (let step = 0; ; step++) {
      try {
        const sql = `create role cabinet login password '${password}'`;
        const psql = ["-h", "127.0.0.1", "-p", String(ports.postgres), "-U", "postgres", "-q"];
        execFileSync("psql", [...psql, "-c", sql, "-c", "create database cabinet owner cabinet"], {
          stdio: "ignore",
        });
        break;
      } catch (error) {
        if (step > 100) throw error;
        await pause(100);
      }
    }
    // the file as it stands in deploy/, with this house's ports and places
    const ini = readFileSync("deploy/pgbouncer.ini", "utf8")
      .replace("port=5432", `port=${ports.postgres}`)
      .replace("listen_port = 6432", `listen_port = ${ports.pgbouncer}`)
      .replace("/etc/pgbouncer/userlist.txt", `${data}/userlist.txt`)
      .replaceAll(/\/(var\/log|run)\/postgresql/g, data);
    writeFileSync(`${data}/pgbouncer.ini`, ini);
    writeFileSync(`${data}/userlist.txt`, `"cabinet" "${password}"\n`);
    run("pgbouncer", "runuser", asPostgres("/usr/sbin/pgbouncer", `${data}/pgbouncer.ini`));
  }

  /** What an operator writes into /etc/cabinet/cabinet.env. */
  const settings = {
    PUBLIC_ORIGIN: origin,
    DATABASE_URL: `postgres://cabinet:${password}@127.0.0.1:${ports.pgbouncer}/cabinet`,
    SESSION_SECRET: "a secret of this house that is long enough",
    PROVISIONER_SECONDS: "1",
    DEMO: "1",
  };
  const dataDir = join(folder, "data");

  async function start(name: string, unitName: string, port: number): Promise<void> {
    const { env, command } = unit(unitName, port);
    const own = { DATA_DIR: dataDir, ...(env.API_URL && { API_URL: `http://127.0.0.1:${ports.inside}` }) };
    const metrics = { ...(env.METRICS_PORT && { METRICS_PORT: String(await freePort()) }) };
    const [program = "", ...args] = command;
    run(name, program, args, {
      NODE_ENV: "production",
      PATH: process.env.PATH,
      HOME: folder,
      ...settings,
      ...env,
      ...own,
      ...metrics,
    });
    if (env.PORT) await untilItAnswers(`http://127.0.0.1:${port}/livez`, name);
  }

  async function startCaddy(): Promise<void> {
    await cp("build/client", join(folder, "client"), { recursive: true });
    run("caddy", "caddy", ["run", "--config", resolve("deploy/Caddyfile"), "--adapter", "caddyfile"], {
      NODE_ENV: "production",
      PATH: process.env.PATH,
      HOME: folder,
      CADDY_ADMIN: "off",
      CABINET_DOMAIN: origin,
      CABINET_CLIENT: join(folder, "client"),
      CABINET_PAGES: pages.map((port) => `127.0.0.1:${port}`).join(" "),
      CABINET_APIS: apis.map((port) => `127.0.0.1:${port}`).join(" "),
      CABINET_INSIDE_PORT: String(ports.inside),
    });
    await untilItAnswers(`${origin}/login`, "caddy");
  }

  const services = [
    ...apis.map((port, index) => ({ name: `api-${index}`, unitName: "cabinet-api@.service", port })),
    ...pages.map((port, index) => ({ name: `cabinet-${index}`, unitName: "cabinet@.service", port })),
    { name: "worker-0", unitName: "cabinet-worker.service", port: 0 },
    { name: "worker-1", unitName: "cabinet-worker.service", port: 0 },
  ];

  await startDatabase();
  // all at once: migrations, the queue and the seed are made by one of them
  await Promise.all(services.map(({ name, unitName, port }) => start(name, unitName, port)));
  await startCaddy();

  return {
    origin,
    dataDir,
    databaseUrl: settings.DATABASE_URL,
    /** Stops one process after the other as systemd does, and starts it anew when it has gone. */
    async restartOneByOne(): Promise<void> {
      for (const { name, unitName, port } of services) {
        await stop(name);
        await start(name, unitName, port);
      }
    },
    logOf: (name: string) => readFileSync(log(name), "utf8"),
    async end(): Promise<void> {
      for (const name of ["caddy", ...services.map((one) => one.name), "pgbouncer", "postgres"])
        await stop(name);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
