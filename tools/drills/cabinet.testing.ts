import { chmodSync, chownSync, mkdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "#api/cli/free-port";
import { exampleProvider } from "#contract/branding/brand";
import { startDatabase } from "./database.testing";
import { processesIn, userOf } from "./processes.testing";
import { publishClientFiles } from "./publish-client-files.testing";

/**
 * The pause of the loop in deploy/README.md: Caddy checks readiness every two seconds, and must have noticed one
 * instance before the other stops.
 */
const caddyNoticeMs = 8_000;

/** Returns the environment and the commands of a systemd unit, for the instance of a port. */
function unit(name: string, port: number): { env: Record<string, string>; command: string[]; stop: string } {
  const lines = readFileSync(`deploy/systemd/${name}`, "utf8").replaceAll("%i", String(port)).split("\n");
  const values = (key: string) =>
    lines.flatMap((line) => (line.startsWith(`${key}=`) ? [line.slice(key.length + 1)] : []));
  const env = Object.fromEntries(
    values("Environment")
      .flatMap((line) => line.split(" "))
      .map((one) => one.split(/=(.*)/s).slice(0, 2)),
  );
  const [start = ""] = values("ExecStart");
  const [stop = ""] = values("ExecStop").map((line) => /^\/bin\/sh -c '(.*)'$/.exec(line)?.[1] ?? "");
  return { env, stop, command: start.replace("/usr/bin/env node", process.execPath).split(" ") };
}

/**
 * Starts all of `deploy/` with Debian's own programs on free ports, from its units and files, as a user who owns only
 * the data directory.
 * @param release an installed and built copy of the service
 */
export async function startCabinet(release: string) {
  const folder = await mkdtemp(join(tmpdir(), "cabinet-deploy-"));
  chmodSync(folder, 0o755);
  const processes = processesIn(folder);
  const user = userOf("nobody");
  const dataDir = join(folder, "data");
  mkdirSync(dataDir, { mode: 0o750 });
  chownSync(dataDir, user.uid, user.gid);

  const [caddyPort, insidePort] = [await freePort(), await freePort()];
  const [pages, apis] = [
    [await freePort(), await freePort()],
    [await freePort(), await freePort()],
  ];
  const origin = `http://localhost:${caddyPort}`;
  const databaseUrl = await startDatabase(processes, folder);
  /** An operator's /etc/cabinet/cabinet.env. */
  const settings = {
    PUBLIC_ORIGIN: origin,
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: "a secret of this house that is long enough",
    ...exampleProvider,
    PROVISIONER_SECONDS: "1",
    DEMO: "1",
  };

  async function start(name: string, unitName: string, port: number): Promise<void> {
    const { env, command } = unit(unitName, port);
    const [program = "", ...args] = command;
    const instanceEnv = {
      HOME: dataDir,
      DATA_DIR: dataDir,
      ...(env.API_URL && { API_URL: `http://127.0.0.1:${insidePort}` }),
      ...(env.METRICS_PORT && { METRICS_PORT: String(await freePort()) }),
    };
    processes.run(name, program, args, { user, cwd: release, env: { ...env, ...settings, ...instanceEnv } });
    // a cabinet is ready only once Caddy routes its requests to an API
    const question = env.API_URL ? "livez" : "readyz";
    if (env.PORT) await processes.untilItAnswers(`http://127.0.0.1:${port}/${question}`, name);
  }

  async function startCaddy(): Promise<void> {
    const listed = (ports: number[]) => ports.map((port) => `127.0.0.1:${port}`).join(" ");
    // as on Debian: a user without access to the services' files
    const caddy = userOf("caddy");
    const home = join(folder, "caddy");
    mkdirSync(home, { recursive: true });
    chownSync(home, caddy.uid, caddy.gid);
    const clientFiles = publishClientFiles(release, join(folder, "srv"));
    const env = {
      HOME: home,
      CADDY_ADMIN: "off",
      CABINET_DOMAIN: origin,
      CABINET_CLIENT: clientFiles,
      CABINET_PAGES: listed(pages),
      CABINET_APIS: listed(apis),
      CABINET_INSIDE_PORT: String(insidePort),
    };
    const args = ["run", "--config", resolve("deploy/Caddyfile"), "--adapter", "caddyfile"];
    processes.run("caddy", "caddy", args, { user: caddy, env });
    for (const port of pages) await processes.untilItAnswers(`http://127.0.0.1:${port}/readyz`, "caddy");
    await processes.untilItAnswers(`${origin}/login`, "caddy");
  }

  const services = [
    ...apis.map((port, index) => ({ name: `api-${index}`, unitName: "cabinet-api@.service", port })),
    ...pages.map((port, index) => ({ name: `cabinet-${index}`, unitName: "cabinet@.service", port })),
    { name: "worker-0", unitName: "cabinet-worker.service", port: 0 },
    { name: "worker-1", unitName: "cabinet-worker.service", port: 0 },
  ];
  async function end(): Promise<void> {
    for (const name of ["caddy", ...services.map((one) => one.name), "pgbouncer"]) await processes.stop(name);
    await processes.stop("postgres", { signal: "SIGINT" });
    await rm(folder, { recursive: true, force: true });
  }
  try {
    // all at once: only one of them must run the migrations and create the queue and the seed
    await Promise.all(services.map(({ name, unitName, port }) => start(name, unitName, port)));
    await startCaddy();
  } catch (error) {
    await end();
    throw error;
  }

  return {
    origin,
    dataDir,
    databaseUrl,
    end,
    /** Stops one process after the other like systemd, and restarts each once it has exited. */
    async restartOneByOne(): Promise<void> {
      for (const { name, unitName, port } of services) {
        await processes.stop(name, { command: unit(unitName, port).stop });
        await start(name, unitName, port);
        await pause(caddyNoticeMs);
      }
    },
  };
}
