import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { freePort } from "#api/cli/free-port";
import { untilItAnswers } from "#e2e/support/global-setup";

/** CPU time of the process since its start in milliseconds, and its current memory. */
export type Usage = { milliseconds: number; megabytes: number };

export type Served = {
  origin: string;
  /** Seconds until its first response. */
  seconds: number;
  usage: () => Promise<Usage>;
  stop: () => Promise<void>;
};

type Program = { args: string[]; readyPath: string; env?: Record<string, string> };

/** Serves the cabinet like `npm start`, with a separate data directory. */
export const serveCabinet = (
  dataDir: string,
  args: string[] = [],
  env: Record<string, string> = {},
): Promise<Served> =>
  serve({
    args: ["bin/serve.mjs", ...args],
    readyPath: "/readyz",
    env: { DATA_DIR: dataDir, API_URL: "", PUBLIC_ORIGIN: "", WORKER: "off", LOG_LEVEL: "silent", ...env },
  });

/** Runs remix-serve on the minimal app (`bare/build.mjs`). */
export const serveBare = (): Promise<Served> =>
  serve({
    args: ["node_modules/@remix-run/serve/dist/cli.js", "tools/bench/bare/build.mjs"],
    readyPath: "/",
  });

/** Runs only the API (`npm run api`), from a bundled script, on an existing database. */
export const serveApi = (script: string, dataDir: string): Promise<Served> =>
  serve({
    args: [script],
    readyPath: "/readyz",
    env: {
      DATA_DIR: dataDir,
      API_URL: "",
      PUBLIC_ORIGIN: "",
      WORKER: "off",
      LOG_LEVEL: "warn",
      HOST: "127.0.0.1",
    },
  });

async function serve({ args, readyPath, env }: Program): Promise<Served> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const startedAt = performance.now();
  const program = spawn(
    process.execPath,
    ["--import", join(process.cwd(), "tools/bench/report-usage.mjs"), ...args],
    {
      env: { ...process.env, NODE_ENV: "production", PORT: String(port), ...env },
      // drops remix-serve's log of requests
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    },
  );
  await untilItAnswers(origin + readyPath, program).catch(async (error: unknown) => {
    await stop(program);
    throw error;
  });
  const seconds = (performance.now() - startedAt) / 1000;
  return { origin, seconds, usage: () => usageOf(program), stop: () => stop(program) };
}

function usageOf(program: ChildProcess): Promise<Usage> {
  return new Promise((resolve) => {
    const onMessage = (message: unknown) => {
      const { usage } = message as { usage?: Usage };
      if (!usage) return;
      program.off("message", onMessage);
      resolve(usage);
    };
    program.on("message", onMessage);
    program.send("usage");
  });
}

async function stop(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null) return;
  program.kill("SIGTERM");
  await once(program, "exit");
}
